FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npx vite build

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json ./
# Optional packages hold native parts; only the Node among them is in the image already.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node && npm cache clean --force
COPY src ./src
COPY --from=build /app/dist ./dist
RUN mkdir data .cache && chown node data .cache
USER node
VOLUME /app/data
EXPOSE 3000
# Of the space for what is just made, the usual 32 MB are filled before any is freed, and never given back.
CMD ["node", "--max-semi-space-size=8", "src/start.mjs"]
