import type { DemoUser } from './users.ts';

const STYLE = `
body{font:16px/1.5 system-ui,sans-serif;background:#f4f5f4;color:#1b1f1d;margin:0;display:grid;place-items:center;min-height:100vh}
main{background:#fff;border:1px solid #dfe3e0;border-radius:12px;padding:32px;width:min(420px,calc(100vw - 32px));box-sizing:border-box}
h1{font-size:22px;margin:0 0 4px}p{margin:0 0 20px;color:#56605a}
button{display:block;width:100%;text-align:left;font:inherit;padding:12px 16px;margin:8px 0 0;border:1px solid #c9d0cb;border-radius:8px;background:#fff;cursor:pointer;color:inherit}
button:hover,button:focus-visible{border-color:#1f4d3f;outline:2px solid #1f4d3f33}
small{display:block;color:#56605a}
@media(prefers-color-scheme:dark){body{background:#141715;color:#eef1ef}main,button{background:#1d211f;border-color:#39403c}p,small{color:#a5aea9}}`;

/** The page that offers the demo users, each with one button. */
export function signInPage(uid: string, users: readonly DemoUser[]): string {
  const buttons = users
    .map(
      (user) =>
        `<button name="subject" value="${user.subject}"><strong>${user.firstName} ${user.lastName}</strong><small>${user.email} &middot; ${user.does}</small></button>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Demo sign-in</title><style>${STYLE}</style></head><body><main><h1>Demo sign-in</h1>
<p>Pick someone to sign in as. There are no passwords here.</p>
<form method="post" action="/interaction/${encodeURIComponent(uid)}">${buttons}</form></main></body></html>`;
}
