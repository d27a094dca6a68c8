# Build: Rust and a C compiler are all it takes. The binary is linked statically, so the image needs no libc.
# Podman and Buildah keep the health check with `--format docker`, or BUILDAH_FORMAT=docker in the environment.
FROM rust:1.95-slim-bookworm AS tools
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev ca-certificates && rm -rf /var/lib/apt/lists/*
WORKDIR /src

FROM tools AS build
COPY . .
# Naming the target keeps `crt-static` away from the procedural macros, which cannot be static.
RUN target="$(rustc -vV | sed -n 's/^host: //p')" \
 && RUSTFLAGS="-C target-feature=+crt-static" cargo build --locked --profile dist -p masquerade --bin masquerade --features transformers --target "$target" \
 && strip -o /masquerade "target/$target/dist/masquerade"

# The bill of materials (CycloneDX): the crates that are linked, and those that take part in the build. The program that writes it is installed before the sources come, once for all builds.
FROM tools AS sbom
RUN cargo install --locked --debug cargo-cyclonedx@0.5.9
COPY . .
RUN cargo cyclonedx --all-features --format json --spec-version 1.5 --override-filename sbom

# Run: CA roots for TLS to upstreams, one binary, nobody's account, no shell.
FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /masquerade /usr/local/bin/masquerade
COPY --from=sbom /src/sbom.json /usr/share/doc/masquerade/sbom.cdx.json
COPY --from=build /src/LICENSE /usr/share/doc/masquerade/LICENSE
USER 65532:65532
# Listening on all addresses needs a configured key: set MASQUERADE_API_KEY, or mount a file with [[keys]].
ENV MASQUERADE_SERVER__LISTEN=0.0.0.0:8080
# Freed memory goes back to the system after 10 ms instead of a second, within which a busy process keeps 30 to 60 MB more.
ENV MIMALLOC_PURGE_DELAY=10
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/usr/local/bin/masquerade", "health"]
ENTRYPOINT ["/usr/local/bin/masquerade"]
CMD ["serve"]
