import { z } from 'zod';

/** Files of one mail that are kept. */
export const MOST_ATTACHMENTS = 10;

/** All files of a message that staff write: mail providers take up to 25 MB, and files are a third larger as text. */
export const MOST_SENT_BYTES = 18_000_000;

/** Why a file of a mail isn't offered. */
export const ATTACHMENT_PROBLEMS = {
  type: 'Not kept: only photos, videos and PDFs are.',
  tooLarge: 'Not kept: it is too large.',
  tooMany: `Not kept: a message can have ${MOST_ATTACHMENTS} files.`,
  empty: 'Not kept: it is empty.',
} as const;
export const AttachmentProblem = z.enum(
  Object.keys(ATTACHMENT_PROBLEMS) as [keyof typeof ATTACHMENT_PROBLEMS, ...(keyof typeof ATTACHMENT_PROBLEMS)[]],
);
export type AttachmentProblem = z.infer<typeof AttachmentProblem>;

/** A file that came with a mail. */
export const KeptAttachment = z.object({
  filename: z.string(),
  /** What its bytes are; as the mail says where it isn't kept. */
  contentType: z.string(),
  size: z.number().int(),
  /** Null where it isn't kept. */
  mediaId: z.string().nullable(),
  problem: AttachmentProblem.nullable(),
});
export type KeptAttachment = z.infer<typeof KeptAttachment>;
