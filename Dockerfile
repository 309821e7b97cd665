# The server of this checkout, with the packages for shared sessions, WebRTC and local speech in their locked versions.
# Mount a folder with postman.json (and .env, voice.config.json) at /data.
FROM node:22-slim AS build
ENV NPM_CONFIG_WORKSPACES=false NPM_CONFIG_IGNORE_SCRIPTS=true NPM_CONFIG_AUDIT=false NPM_CONFIG_FUND=false
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build:programs \
  && for name in redis werift opusscript sherpa-onnx-node; do \
    npm pkg set "dependencies.$name=$(npm pkg get "peerDependencies.$name" | tr -d '"')"; done \
  && npm install --omit=dev

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /data
COPY --from=build --chown=node:node /app/package.json /app/package.json
COPY --from=build --chown=node:node /app/node_modules /app/node_modules
COPY --from=build --chown=node:node /app/dist /app/dist
USER node
EXPOSE 8000
# The address that the health check asks; another port or TLS takes another one.
ENV VOICE_HEALTH_URL=http://127.0.0.1:8000/healthz
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(process.env.VOICE_HEALTH_URL).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli/main.js"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--log-format", "json"]
