export type MailAddress = { name: string; address: string };

export type MailAttachment = {
  filename: string;
  /** As the mail says; only the bytes tell. */
  contentType: string;
  content: Uint8Array;
};

/** A mail that somebody sent us, read from its MIME. */
export type IncomingMail = {
  /** With its angle brackets; null where it has none. */
  messageId: string | null;
  /** What it answers, the nearest first. */
  references: readonly string[];
  /** Null where it names nobody, or several. */
  from: MailAddress | null;
  /** Every address it was sent or delivered to. */
  to: readonly string[];
  subject: string;
  /** Names in lower case, in their order. */
  headers: readonly { key: string; value: string }[];
  /** Content type of the whole mail, with its parameters. */
  contentType: string;
  text: string;
  html: string;
  attachments: readonly MailAttachment[];
  size: number;
};
