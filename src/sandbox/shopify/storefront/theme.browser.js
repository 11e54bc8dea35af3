(() => {
  const { root } = Shopify.routes;
  const drawer = document.querySelector('cart-drawer, shop-cart');
  const inside = drawer?.shadowRoot ?? document;
  const SECTIONS = ['main-cart', 'cart-drawer', 'cart-icon-bubble'];

  const show = (sections) => {
    for (const name of SECTIONS) {
      const id = `shopify-section-${name}`;
      const place = inside.getElementById(id) ?? document.getElementById(id);
      const made = sections?.[name];
      if (!place || !made) continue;
      place.innerHTML = new DOMParser().parseFromString(made, 'text/html').getElementById(id).innerHTML;
    }
  };
  const call = async (change, body) => {
    const isForm = body instanceof FormData;
    if (isForm) body.append('sections', SECTIONS.join());
    const answer = await fetch(`${root}cart/${change}.js`, {
      method: 'POST',
      ...(isForm ? {} : { headers: { 'content-type': 'application/json' } }),
      body: isForm ? body : JSON.stringify({ ...body, sections: SECTIONS.join() }),
    });
    const said = await answer.json();
    if (answer.ok) show(said.sections);
    else alert(said.description ?? 'The cart could not be changed.');
    return answer.ok;
  };
  const refresh = async () => show(await (await fetch(`${root}?sections=${SECTIONS.join()}`)).json());

  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (!drawer || !form.action.endsWith('/cart/add')) return;
    event.preventDefault();
    if (await call('add', new FormData(form))) drawer.toggleAttribute('open', true);
  });
  const onChange = (event) => {
    const line = event.target.dataset?.lineQuantity;
    if (line) void call('change', { line: Number(line), quantity: Number(event.target.value) });
  };
  const onClick = (event) => {
    const removed = event.target.closest?.('[data-line-remove]');
    if (removed) void call('change', { line: Number(removed.dataset.lineRemove), quantity: 0 });
    if (event.target.closest?.('[data-close]')) drawer.toggleAttribute('open', false);
    if (drawer && event.target.closest?.('[data-cart-link]')) {
      event.preventDefault();
      drawer.toggleAttribute('open', true);
    }
  };
  for (const place of new Set([document, inside])) place.addEventListener('change', onChange);
  for (const place of new Set([document, inside])) place.addEventListener('click', onClick);
  // Apps ask a theme to draw its cart again.
  document.addEventListener('cart:refresh', () => void refresh());
})();
