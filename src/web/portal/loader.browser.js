(() => {
  const script = document.currentScript;
  const { origin } = new URL(script.src);
  const { store, title } = script.dataset;
  const frame = document.createElement('iframe');
  frame.title = title || 'Returns and exchanges';
  frame.allow = 'camera; payment; clipboard-write';
  frame.style.cssText = 'display:block;width:100%;min-height:420px;border:0;color-scheme:light';
  frame.src = `${origin}/p/${encodeURIComponent(store)}`;
  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== frame.contentWindow || from !== origin || !data) return;
    if (data.kind === KINDS.height && data.height >= 0) {
      frame.style.height = `${data.height}px`;
      if (data.isNewScreen && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
    } else if (data.kind === KINDS.askLocation) {
      source.postMessage({ kind: KINDS.location, url: location.href }, origin);
    } else if (data.kind === KINDS.navigate) {
      const url = new URL(data.url, location.href);
      if (/^https?:$/.test(url.protocol)) location.assign(url);
    }
  });
  script.after(frame);
})();
