(() => {
  const script = document.currentScript;
  const { origin } = new URL(script.src);
  const store = encodeURIComponent(script.dataset.store);
  const KEY = 'makegood-shopping';
  const named = new URLSearchParams(location.search).get(KEY);
  let token = named;
  try {
    if (named) sessionStorage.setItem(KEY, named);
    else token = sessionStorage.getItem(KEY);
  } catch {
    // Without memory only the page that was opened knows.
  }
  if (!token) return;
  const forget = () => {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // Nothing was kept.
    }
  };
  const read = async (url) => (await fetch(url)).json();
  const add = (parent, tag, text) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    parent.append(made);
    return made;
  };
  const show = (said) => {
    const bar = add(document.body, 'section');
    bar.lang = said.lang;
    bar.dir = said.dir;
    bar.setAttribute('aria-label', said.back);
    bar.style.cssText =
      'position:sticky;bottom:0;z-index:2147483000;display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:center;padding:12px 16px;background:#fff;color:#1a1a1a;border-top:1px solid #b3b3b3;font:16px/1.4 system-ui,sans-serif';
    const text = add(bar, 'span', said.credit);
    text.setAttribute('role', 'status');
    const use = add(bar, 'button', said.use);
    use.style.cssText =
      'min-height:44px;padding:0 18px;border:0;border-radius:6px;background:#1a1a1a;color:#fff;font:inherit;cursor:pointer';
    const back = add(bar, 'a', said.back);
    back.href = said.url;
    back.style.cssText = 'color:#1a1a1a;padding:10px 4px';
    back.onclick = forget;
    use.onclick = async () => {
      use.disabled = true;
      try {
        const [{ items }, { coverVariantIds: covers = [] }] = await Promise.all([
          read(`${window.Shopify?.routes?.root ?? '/'}cart.js`),
          read(`${origin}/api/widget/${store}`).catch(() => ({})),
        ]);
        const cart = items
          .filter((item) => !covers.includes(`${item.variant_id}`))
          .map((item) => `${item.product_id}:${item.variant_id}:${item.quantity}`)
          .join();
        if (cart) {
          addEventListener('pagehide', forget);
          location.assign(said.cartUrl + encodeURIComponent(cart));
        } else text.textContent = said.empty;
      } catch {
        text.textContent = said.failed;
      }
      use.disabled = false;
      use.focus();
    };
  };
  fetch(`${origin}/api/customer/${store}/shopping?token=${encodeURIComponent(token)}`)
    .then((answer) => (answer.ok ? answer.json().then(show) : forget()))
    .catch(() => undefined);
})();
