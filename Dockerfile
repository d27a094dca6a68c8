# Build: Rust and a C compiler are all it takes.
FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev ca-certificates && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN cargo build --locked --profile dist && strip target/dist/masquerade

# Run: glibc, CA roots, one binary, nobody's account.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /src/target/dist/masquerade /usr/local/bin/masquerade
COPY --from=build /src/LICENSE /usr/share/doc/masquerade/LICENSE
USER nonroot
# Listening on all addresses needs a configured key: set MASQUERADE_API_KEY or mount a file with [[keys]].
ENV MASQUERADE_SERVER__LISTEN=0.0.0.0:8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/usr/local/bin/masquerade", "health"]
ENTRYPOINT ["/usr/local/bin/masquerade"]
CMD ["serve"]
