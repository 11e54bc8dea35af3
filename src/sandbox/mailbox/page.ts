import type { StoredMail } from './store.ts';

/** The inbox, newest first, of everyone or of one recipient. */
export function inboxPage(mails: readonly StoredMail[], to: string | null): string {
  const rows = mails.map(
    (
      mail,
    ) => `<tr><td><a href="/messages/${mail.id}">${escape(mail.subject || '(no subject)')}</a>${copiesNote(mail)}</td>
<td>${mail.to.map((recipient) => `<a href="/?to=${encodeURIComponent(recipient)}">${escape(recipient)}</a>`).join(', ')}</td>
<td>${escape(mail.from)}</td><td><time>${escape(mail.receivedOn)}</time></td></tr>`,
  );
  const table =
    rows.length === 0
      ? `<p>No mail${to ? ` for ${escape(to)}` : ''} yet.</p>`
      : `<table><thead><tr><th>Subject</th><th>To</th><th>From</th><th>Received</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return page(
    'Mailbox',
    `<h1>Mailbox</h1><form><label>Recipient <input name="to" type="search" value="${escape(to ?? '')}"></label> <button>Show</button> <a href="/">Everyone</a></form>${table}`,
  );
}

/** One mail: how it looks, or its text. */
export function mailPage(mail: StoredMail, view: 'html' | 'text'): string {
  const tab = (name: 'html' | 'text', label: string): string =>
    `<a href="/messages/${mail.id}?view=${name}"${view === name ? ' aria-current="page"' : ''}>${label}</a>`;
  const body =
    view === 'html'
      ? `<iframe title="Mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${mail.id}/html"></iframe>`
      : `<pre>${escape(mail.text)}</pre>`;
  const files = mail.attachments.map(
    ({ filename }, index) => `<li><a href="/messages/${mail.id}/attachments/${index}">${escape(filename)}</a></li>`,
  );
  return page(
    mail.subject,
    `<p><a href="/">Mailbox</a></p><h1>${escape(mail.subject || '(no subject)')}</h1>
<dl><dt>From</dt><dd>${escape(mail.from)}</dd><dt>To</dt><dd>${escape(mail.to.join(', '))}</dd><dt>Reply to</dt><dd>${escape(mail.replyTo ?? 'the sender')}</dd><dt>Received</dt><dd>${escape(mail.receivedOn)}${copiesNote(mail)}</dd></dl>
${files.length > 0 ? `<h2>Attachments</h2><ul>${files.join('')}</ul>` : ''}
<nav>${tab('html', 'As shown')} ${tab('text', 'Text')}</nav>${body}
<h2>Answer</h2><form method="post" action="/messages/${mail.id}/reply"><p><label>Text<br><textarea name="text" rows="5" cols="60" required></textarea></label></p><button>Send answer</button></form>`,
  );
}

/** The mail's own HTML; links open in a new tab, as they do in a mail program. */
export const mailBody = (mail: StoredMail): string =>
  `<base target="_blank">${mail.html || `<pre>${escape(mail.text)}</pre>`}`;

const copiesNote = (mail: StoredMail): string =>
  mail.copies > 1 ? ` <strong>received ${mail.copies} times</strong>` : '';

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1b1b1f}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem;border-bottom:1px solid #ddd}iframe{width:100%;height:70vh;border:1px solid #ddd}pre{white-space:pre-wrap;border:1px solid #ddd;padding:1rem}dl{display:grid;grid-template-columns:7rem 1fr;gap:.25rem}dd{margin:0}nav a{margin-right:1rem}[aria-current]{font-weight:700}</style></head><body>${body}</body></html>`;
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
