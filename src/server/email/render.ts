import { isPictureAddress } from '#core/brand/pictures.ts';
import type { EmailContent } from '#core/claims/email-wishes.ts';
import { LANGUAGES } from '#core/texts/languages.ts';
import type { Writer } from '#core/texts/writer.ts';

export type EmailBrand = { storeName: string; color: string; logoUrl: string; supportEmail: string };
export type RenderedEmail = { html: string; text: string };

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Where the parts of an email lead. */
export type EmailLinks = { button: string; unsubscribe?: string };
/** The same, with the words of the foot. */
type Links = EmailLinks & { foot: { questions: string; unsubscribe: string } };

/**
 * An email in the store's brand, as HTML (tables and inline styles: what mail programs understand)
 * and as plain text saying the same. `write` says the words of the foot.
 */
export async function renderEmail(
  { paragraphs, isMarkup, ...content }: EmailContent,
  brand: EmailBrand,
  links: EmailLinks,
  { write }: Pick<Writer, 'write'>,
): Promise<RenderedEmail> {
  const written = isMarkup ? await fromMarkup(paragraphs) : paragraphs.map(fromText);
  const foot = {
    questions: write({ id: 'email.foot.questions' }),
    unsubscribe: write({ id: 'email.foot.unsubscribe' }),
  };
  return {
    html: htmlOf(content, written, brand, { ...links, foot }),
    text: textOf(content, written, brand, { ...links, foot }),
  };
}

/** A paragraph in both forms. */
type Written = { html: string; text: string };
type Rest = Omit<EmailContent, 'paragraphs' | 'isMarkup'>;

const fromText = (text: string): Written => ({ html: escapeHtml(text).replaceAll('\n', '<br>'), text });

/** What reads HTML is loaded for the first email that may have some, not at the start. */
async function fromMarkup(paragraphs: readonly string[]): Promise<Written[]> {
  const { safeMarkup, markupAsText } = await import('#server/email/markup.ts');
  return paragraphs.map((paragraph) => {
    const html = safeMarkup(paragraph);
    return { html, text: markupAsText(html) };
  });
}

function htmlOf(content: Rest, written: readonly Written[], brand: EmailBrand, links: Links): string {
  const { language = 'en' } = content;
  const { dir } = LANGUAGES[language];
  const rows = [
    headRow(brand, links.button),
    `<tr><td style="padding:28px 32px 0;${FONT}"><h1 style="margin:0;font-size:22px;line-height:28px;color:#1a1a1a">${escapeHtml(content.heading)}</h1></td></tr>`,
    ...written.map(paragraphRow),
    content.lines.length === 0 ? '' : linesRow(content.lines, dir),
    content.sums === undefined || content.sums.length === 0 ? '' : sumsRow(content.sums, dir),
    ...(content.notes ?? []).map((note) => paragraphRow(fromText(note))),
    content.button === null ? '' : buttonRow(content.button.text, brand, links.button),
    footRow(brand, links),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(content.heading)}</title></head>
<body style="margin:0;padding:0;background:#f2f2f0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2f2f0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;background:#ffffff;border-radius:8px;overflow:hidden">
${rows.filter((row) => row !== '').join('\n')}
</table></td></tr></table>
</body></html>
`;
}

function headRow(brand: EmailBrand, buttonUrl: string): string {
  const color = safeColor(brand.color);
  const name = `<span style="font-size:18px;font-weight:600;color:${foregroundOn(color)}">${escapeHtml(brand.storeName)}</span>`;
  // One that was uploaded lies at the same host as what the button opens.
  const logoUrl = isPictureAddress(brand.logoUrl) ? new URL(brand.logoUrl, buttonUrl).href : brand.logoUrl;
  const logo = isWebAddress(logoUrl)
    ? `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(brand.storeName)}" height="36" style="display:block;height:36px;border:0">`
    : name;
  return `<tr><td style="padding:20px 32px;background:${color};${FONT}">${logo}</td></tr>`;
}

const paragraphRow = ({ html }: Written): string =>
  `<tr><td style="padding:14px 32px 0;${FONT};font-size:15px;line-height:23px;color:#333333">${html}</td></tr>`;

function linesRow(lines: EmailContent['lines'], dir: 'ltr' | 'rtl'): string {
  const rows = lines.map((line) => {
    const picture =
      line.imgUrl !== null && isWebAddress(line.imgUrl)
        ? `<img src="${escapeHtml(line.imgUrl)}" alt="" width="56" height="56" style="display:block;width:56px;height:56px;border-radius:6px;object-fit:cover;border:0">`
        : '';
    return `<tr><td width="56" style="padding:10px ${dir === 'rtl' ? '0 10px 14px' : '14px 10px 0'};border-top:1px solid #e6e6e3" valign="top">${picture}</td>
<td style="padding:10px 0;border-top:1px solid #e6e6e3;${FONT};font-size:14px;line-height:21px;color:#1a1a1a" valign="top"><strong>${escapeHtml(line.text)}</strong><br><span style="color:#555555">${escapeHtml(line.detail)}</span></td></tr>`;
  });
  return `<tr><td style="padding:20px 32px 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows.join('\n')}</table></td></tr>`;
}

function sumsRow(sums: NonNullable<EmailContent['sums']>, dir: 'ltr' | 'rtl'): string {
  const rows = sums.map(({ label, amount }, index) => {
    const isLast = index === sums.length - 1;
    const style = `padding:6px 0;${isLast ? 'border-top:1px solid #e6e6e3;font-weight:600;' : ''}${FONT};font-size:14px;line-height:21px;color:#1a1a1a`;
    return `<tr><td style="${style}">${escapeHtml(label)}</td><td align="${dir === 'rtl' ? 'left' : 'right'}" style="${style};white-space:nowrap">${escapeHtml(amount)}</td></tr>`;
  });
  return `<tr><td style="padding:20px 32px 0"><table width="100%" cellpadding="0" cellspacing="0" border="0">${rows.join('\n')}</table></td></tr>`;
}

function buttonRow(text: string, brand: EmailBrand, url: string): string {
  const color = safeColor(brand.color);
  return `<tr><td style="padding:24px 32px 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="background:${color};border-radius:6px">
<a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;${FONT};font-size:15px;font-weight:600;color:${foregroundOn(color)};text-decoration:none">${escapeHtml(text)}</a></td></tr></table></td></tr>`;
}

function footRow(brand: EmailBrand, { unsubscribe, foot }: Links): string {
  const contact =
    brand.supportEmail === ''
      ? ''
      : ` ${escapeHtml(foot.questions)} <a href="mailto:${escapeHtml(encodeURIComponent(brand.supportEmail).replaceAll('%40', '@'))}" style="color:#555555">${escapeHtml(brand.supportEmail)}</a>`;
  return `<tr><td style="padding:28px 32px;${FONT};font-size:13px;line-height:20px;color:#555555">${escapeHtml(brand.storeName)}.${contact}${unsubscribe === undefined ? '' : `<br><a href="${escapeHtml(unsubscribe)}" style="color:#555555">${escapeHtml(foot.unsubscribe)}</a>`}</td></tr>`;
}

function textOf(content: Rest, written: readonly Written[], brand: EmailBrand, links: Links): string {
  const lines = content.lines.map((line) => `- ${line.text}\n  ${line.detail}`).join('\n');
  const sums = (content.sums ?? []).map(({ label, amount }) => `${label}: ${amount}`).join('\n');
  const notes = (content.notes ?? []).join('\n');
  const button = content.button === null ? '' : `${content.button.text}:\n${links.button}`;
  const contact = brand.supportEmail === '' ? '' : `${links.foot.questions} ${brand.supportEmail}`;
  const foot = [brand.storeName, contact].filter((part) => part !== '').join(' · ');
  const stop = links.unsubscribe === undefined ? '' : `\n${links.foot.unsubscribe}: ${links.unsubscribe}`;
  const paragraphs = written.map(({ text }) => text);
  return `${[content.heading, ...paragraphs, lines, sums, notes, button, `-- \n${foot}${stop}`].filter((part) => part !== '').join('\n\n')}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for element content and for attributes in double quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Plain text as HTML, line by line, as it is kept with a conversation. */
export const linesAsHtml = (text: string): string => escapeHtml(text).replaceAll('\n', '<br />');

const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

export const safeColor = (color: string): string => (/^#[0-9a-fA-F]{6}$/.test(color) ? color : '#1f4d3f');

/** White or near-black, whichever reads better on a color (WCAG relative luminance). */
export function foregroundOn(color: string): '#ffffff' | '#1a1a1a' {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  // Luminance of #1a1a1a is 0.0103; contrast is (lighter + 0.05) / (darker + 0.05).
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.0603 ? '#ffffff' : '#1a1a1a';
}
