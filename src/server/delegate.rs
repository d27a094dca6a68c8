//! [`delegate_to_inner`]: a macro that delegates a connection wrapper's remaining traits to the wrapped connection.

/// Implements the HTTP library's connection traits, besides reading and writing, by delegation to `self.inner`.
macro_rules! delegate_to_inner {
    ($wrapper:ty) => {
        #[async_trait::async_trait]
        impl pingora_core::protocols::Shutdown for $wrapper {
            async fn shutdown(&mut self) {
                pingora_core::protocols::Shutdown::shutdown(&mut *self.inner).await;
            }
        }

        impl pingora_core::protocols::UniqueID for $wrapper {
            fn id(&self) -> i32 {
                self.inner.id()
            }
        }

        impl pingora_core::protocols::Ssl for $wrapper {
            fn get_ssl_digest(&self) -> Option<std::sync::Arc<pingora_core::protocols::tls::SslDigest>> {
                self.inner.get_ssl_digest()
            }

            fn selected_alpn_proto(&self) -> Option<pingora_core::protocols::ALPN> {
                self.inner.selected_alpn_proto()
            }
        }

        impl pingora_core::protocols::GetTimingDigest for $wrapper {
            fn get_timing_digest(&self) -> Vec<Option<pingora_core::protocols::TimingDigest>> {
                self.inner.get_timing_digest()
            }

            fn get_read_pending_time(&self) -> std::time::Duration {
                self.inner.get_read_pending_time()
            }

            fn get_write_pending_time(&self) -> std::time::Duration {
                self.inner.get_write_pending_time()
            }
        }

        impl pingora_core::protocols::GetProxyDigest for $wrapper {
            fn get_proxy_digest(&self) -> Option<std::sync::Arc<pingora_core::protocols::raw_connect::ProxyDigest>> {
                self.inner.get_proxy_digest()
            }
        }

        impl pingora_core::protocols::GetSocketDigest for $wrapper {
            fn get_socket_digest(&self) -> Option<std::sync::Arc<pingora_core::protocols::SocketDigest>> {
                self.inner.get_socket_digest()
            }
        }

        // The default refuses: peeking would show bytes that the wrapper has not passed on.
        #[async_trait::async_trait]
        impl pingora_core::protocols::Peek for $wrapper {}
    };
}

pub(in crate::server) use delegate_to_inner;
