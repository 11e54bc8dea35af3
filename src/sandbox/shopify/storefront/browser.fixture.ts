import type { ShopifySandbox } from '../server.ts';

/** A browser at the storefront of a shop: it keeps its cookies from call to call. */
export type Browser = {
  call(path: string, body?: object | FormData | URLSearchParams, headers?: Record<string, string>): Promise<Answer>;
  cookies: Map<string, string>;
};
export type Answer = { status: number; body: unknown; text: string; location: string | null };

export function openBrowser(sandbox: ShopifySandbox, shop: string, cookies = new Map<string, string>()): Browser {
  return {
    cookies,
    async call(path, body, headers = {}) {
      const isPlain = body === undefined || body instanceof FormData || body instanceof URLSearchParams;
      const answer = await fetch(`${sandbox.url}/${shop}/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          ...(isPlain ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isPlain ? body : JSON.stringify(body) }),
      });
      for (const set of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split('=');
        cookies.set(name, value);
      }
      const text = await answer.text();
      const parsed = (): unknown => JSON.parse(text);
      const isJson = answer.headers.get('content-type')?.includes('j') === true && text.startsWith('{');
      return { status: answer.status, body: isJson ? parsed() : null, text, location: answer.headers.get('location') };
    },
  };
}
