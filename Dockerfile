# Our own server in a container: docs/server.md, "In a container".
FROM node:24-slim
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
# The image has a Node already, so the one in the packages is removed.
RUN npm ci --omit=dev --min-release-age=0 \
	&& rm -r node_modules/node-linux-* node_modules/.bin/node \
	&& npm cache clean --force
# The bundler writes beside the code, so the server's user owns it. The packages stay root's.
COPY --chown=node:node . .
RUN mkdir -p .cache && chown node:node . .cache
USER node
ENV HOST=0.0.0.0 PORT=4173
# glibc would keep for itself much of what pictures were encoded with.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
EXPOSE 4173
# The image has no curl. An empty PORT in `--env-file` replaces the one above.
HEALTHCHECK --start-period=2m CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4173}`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
VOLUME /site/.cache
CMD ["node", "scripts/start.ts"]
