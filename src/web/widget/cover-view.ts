import type { OfferedCover } from '#core/protection/offered-cover.ts';
import { OURS } from './find.ts';

type Info = Pick<OfferedCover['elements'][number], 'title' | 'description' | 'customCss' | 'imgUrl' | 'imgHtmlContent'>;

/** What the views of a page show alike. */
export type Shown = { isOn: boolean; price: string };
/** What the cover calls itself. */
export type Said = { label: string; description: string };
export type View = { host: HTMLElement; show: (shown: Shown) => void };

const STYLE = `:host(:not([hidden])){display:block;min-height:64px;margin:12px 0;text-align:start}*{box-sizing:border-box}\
.cover{display:flex;gap:12px;align-items:center}.text{flex:1}.image>*{display:block;max-width:40px;max-height:40px}\
.price{margin-inline-start:6px}p{margin:2px 0;font-size:.875em}\
button{font:inherit;color:inherit;background:none;border:0;cursor:pointer}.more{padding:4px 0;text-decoration:underline;font-size:.875em}\
.switch{width:48px;height:28px;padding:2px;border:2px solid #6b7280;border-radius:99px;background:#fff}.switch::before{content:"";display:block;width:20px;height:20px;border-radius:99px;background:#6b7280}\
.switch[aria-checked=true]{background:var(--cover-primary);border-color:var(--cover-primary)}.switch[aria-checked=true]::before{background:var(--cover-on-primary);margin-inline-start:auto}\
dialog{width:440px;border:0;border-radius:12px;padding:24px}dialog::backdrop{background:#0008}dialog img{display:block;max-width:100%;max-height:160px;margin:0 auto 12px}h2{margin:0 0 8px;margin-inline-end:32px;font-size:1.25em}ul{padding:0;list-style:none}li{margin:10px 0}.close{position:absolute;top:8px;inset-inline-end:8px;width:44px;height:44px;font-size:24px}\
.without{width:100%;min-height:44px;text-decoration:underline}`;

/** Texts of the merchant are never read as HTML. */
const text = (value: string): string => new Option(value).innerHTML.replaceAll('"', '&quot;');

/** A place of our own in the page, whose styles the theme doesn't reach; returns what finds its parts. */
function hostOf({ colors, customCss }: OfferedCover, css: string, html: string): [HTMLElement, ShadowRoot] {
  const host = document.createElement(OURS);
  host.style.cssText = `--cover-primary:${colors.primary};--cover-on-primary:${colors.onPrimary}`;
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = html;
  const style = document.createElement('style');
  style.textContent = STYLE + customCss + css;
  root.prepend(style);
  return [host, root];
}

const image = (address: string | null): string => (address ? `<img src="${text(address)}" alt="">` : '');

const pictureOf = ({ imgUrl, imgHtmlContent }: Info): string =>
  imgUrl || imgHtmlContent ? `<div class=image>${imgHtmlContent}${image(imgUrl)}</div>` : '';

const dialogOf = ({ imageUrl, title, description, benefits }: OfferedCover['modal']): string =>
  `<dialog aria-labelledby=title>${image(imageUrl)}<h2 id=title>${text(title)}</h2><p>${text(description ?? '')}</p><ul>${benefits
    .map((benefit) => `<li><strong>${text(benefit.title)}</strong><p>${text(benefit.description)}</p></li>`)
    .join('')}</ul><button class=close aria-label="Close">×</button></dialog>`;

const LONGEST_REDRAW_MS = 3000;
let focusUntil = 0;

/** The cover with its price, what it is good for, and the switch. */
export function coverView(
  offered: OfferedCover,
  info: Info | null,
  { label, description }: Said,
  choose: (isOn: boolean) => void,
): View {
  const { modal } = offered;
  const [host, root] = hostOf(
    offered,
    info?.customCss ?? '',
    `<div class=cover>${info ? pictureOf(info) : ''}<div class=text><b class=label id=label>${text(label)}</b> <span class=price id=price></span><p class=description id=description>${text(description)}</p><button class=more aria-haspopup=dialog>${text(modal.title)}</button></div><button class=switch role=switch aria-checked=false aria-labelledby="label price" aria-describedby=description></button></div>${dialogOf(modal)}`,
  );
  const [more, toggle, close] = root.querySelectorAll('button');
  const dialog = root.querySelector('dialog');
  const show = ({ isOn, price }: Shown): void => {
    if (toggle) toggle.ariaChecked = String(isOn);
    const place = root.getElementById('price');
    if (place) place.textContent = price;
  };
  if (more && toggle && close && dialog) {
    more.onclick = () => dialog.showModal();
    close.onclick = () => dialog.close();
    // A click next to it, on the backdrop, counts as one on the dialog itself.
    dialog.onclick = ({ target }) => target === dialog && dialog.close();
    // The theme drew its cart again, and the switch went with it.
    if (Date.now() < focusUntil) queueMicrotask(() => document.activeElement === document.body && toggle.focus());
    toggle.onclick = () => {
      focusUntil = Date.now() + LONGEST_REDRAW_MS;
      const isOn = toggle.ariaChecked !== 'true';
      toggle.ariaChecked = String(isOn);
      choose(isOn);
    };
  }
  return { host, show };
}

/** The way to the checkout without the cover, where it is on. */
export function withoutView(offered: OfferedCover, info: Info, leave: () => void): View {
  const about = info.description ? `<p>${text(info.description)}</p>` : '';
  const [host, root] = hostOf(
    offered,
    info.customCss,
    `${pictureOf(info)}<button class=without>${text(info.title)}</button>${about}`,
  );
  root.querySelector('button')?.addEventListener('click', leave);
  return {
    host,
    show: ({ isOn }) => {
      host.hidden = !isOn;
    },
  };
}
