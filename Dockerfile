FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=optional
COPY . .
RUN npx vite build

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional && npm cache clean --force
COPY src ./src
COPY --from=build /app/dist ./dist
RUN mkdir data && chown node data
USER node
VOLUME /app/data
EXPOSE 3000
CMD ["node", "src/start.mjs"]
