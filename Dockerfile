# syntax=docker/dockerfile:1
# The server with its web UI. What it writes goes to DATA_DIR (/data) and /tmp: run it with a read-only root.

FROM node:24-bookworm-slim AS build
WORKDIR /app
# For packages that have no ready binary for this machine.
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
# The desktop console and the browser tests have no place here.
ENV ELECTRON_SKIP_BINARY_DOWNLOAD=1 PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
COPY package.json package-lock.json ./
# There is nothing to build yet.
RUN npm pkg delete scripts.prepare && npm ci --no-audit --no-fund
COPY . .
# 'on' keeps the demo pictures, for a server that starts with demo data.
ARG SEED_DEMO=off
RUN node build/build.mjs && npm prune --omit=dev --no-audit --no-fund \
  && if [ "$SEED_DEMO" = off ]; then find server/demo/pictures -type f -delete; fi

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# All of it belongs to root, and the server runs as another user: it cannot change its own code.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build/*.mjs ./build/
COPY --from=build /app/dist ./dist
COPY --from=build /app/server/demo/pictures ./server/demo/pictures
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Whether the process lives; whether it is ready, which a restart would not mend, is the proxy's to ask.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which ends at SIGTERM before its server has drained. Node.js handles the signal as process 1; `--init` takes care of
# processes that nobody waits for.
CMD ["node", "build/start.mjs"]
