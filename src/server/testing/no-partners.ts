/** The settings of partners that a server needs to start, where no call reaches one. */
export const NO_PARTNERS = {
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'none',
  OIDC_CLIENT_SECRET: 'none',
  SMTP_URL: 'smtp://127.0.0.1:1',
  SHOPIFY_API_KEY: 'none',
  SHOPIFY_API_SECRET: 'none',
};
