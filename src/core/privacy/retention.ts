/** How long what is kept, in days. docs/privacy.md says why. */
export const PRIVACY_DAYS = {
  /** A request has to be carried out within. */
  requestDue: 30,
  /** The erasure of a store waits this long for what its shoppers get back. */
  moneyOfStore: 25,
  /** A copy handed to the merchant. */
  export: 30,
  /** Saved lists of claims. */
  report: 30,
  /** What partners sent, once it was worked on or given up. */
  inbox: 30,
  /** Rates asked for a package that was never bought. */
  shipmentQuote: 30,
  /** A request for an invitation, mailed or not. */
  signUp: 90,
  /** The words of an email to a shopper, once it was sent. */
  emailText: 365,
  alert: 365,
  /** A store whose app was uninstalled. Shopify asks for it after two days; this is for when it doesn't. */
  uninstalledStore: 90,
  /** An email that no claim could be told for. */
  unplacedMail: 90,
  /** That an email came, as a hash. */
  takenMail: 400,
  /** A photo or video nobody made a claim with. */
  unclaimedUpload: 1,
} as const;
