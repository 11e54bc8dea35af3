// The twin of Stripe.js as far as the portal needs it: cards, wallets, and a bank that asks the shopper.
(() => {
  const ORIGIN = new URL(document.currentScript.src).origin;
  const STYLE = `
    :host{display:block;font:16px/1.4 system-ui,sans-serif;color:#1b1b1f}
    .row{display:grid;grid-template-columns:1fr 1fr;gap:12px}
    label{display:block;font-size:14px;margin:0 0 4px}
    input{box-sizing:border-box;width:100%;min-height:44px;padding:10px 12px;border:1px solid #767680;border-radius:6px;font:inherit;color:inherit;background:#fff}
    input:focus{outline:2px solid #0b57d0;outline-offset:1px}
    input[aria-invalid=true]{border-color:#b3261e}
    .field{margin-bottom:12px}
    .error{color:#b3261e;font-size:14px;margin:4px 0 0}
    .error:empty{display:none}
    dialog{border:0;border-radius:10px;padding:24px;max-width:26rem;font:inherit;color:inherit}
    dialog::backdrop{background:rgb(0 0 0 / .5)}
    h2{font-size:18px;margin:0 0 8px}
    button{min-height:44px;padding:0 16px;border-radius:6px;border:1px solid #0b57d0;background:#fff;color:#0b57d0;font:inherit;cursor:pointer}
    button.main{background:#0b57d0;color:#fff}
    .wallets{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:8px}
    .wallets button{border:0;color:#fff;background:#000;font-weight:600}
    .wallets button[data-wallet=link]{background:#00d66f;color:#011e0f}
    .number{position:relative}
    .number input{padding-inline-end:152px}
    .brands{position:absolute;inset-block:0;inset-inline-end:10px;display:flex;gap:4px;align-items:center;pointer-events:none}
    .brands svg{border-radius:3px;box-shadow:0 0 0 1px #d5d7e0}
  `;
  let count = 0;

  class IntegrationError extends Error {
    constructor(message) {
      super(message);
      this.name = 'IntegrationError';
    }
  }

  const node = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  const styled = (host) => {
    const root = host.attachShadow({ mode: 'open' });
    const style = node('style');
    style.textContent = STYLE;
    root.append(style);
    return root;
  };

  const field = (id, label, attributes) => {
    const input = node('input', {
      id,
      type: 'text',
      inputmode: 'numeric',
      'aria-describedby': `${id}-error`,
      ...attributes,
    });
    const error = node('p', { id: `${id}-error`, class: 'error', role: 'alert' });
    return { input, error, row: node('div', { class: 'field' }, node('label', { for: id }, label), input, error) };
  };

  // Brand, its color, and how its name is written on a card.
  const BRANDS = [
    ['visa', '#1434cb', 'VISA', /^4/],
    ['mastercard', '#b3001b', 'MC', /^(5[1-5]|2[2-7])/],
    ['amex', '#016fd0', 'AMEX', /^3[47]/],
    ['discover', '#b34d00', 'DISC', /^6/],
  ];
  const SVG = 'http://www.w3.org/2000/svg';
  const drawn = (tag, attributes, text = '') => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  };
  const brandMark = ([brand, color, name]) => {
    const mark = drawn('svg', { width: '30', height: '20', viewBox: '0 0 30 20', 'data-brand': brand });
    mark.append(
      drawn('rect', { width: '30', height: '20', fill: color }),
      drawn(
        'text',
        { x: '15', y: '13', 'text-anchor': 'middle', 'font-size': '8', 'font-weight': '700', fill: '#fff' },
        name,
      ),
    );
    return mark;
  };

  const digits = (text) => text.replace(/\D/g, '');
  const isLuhn = (number) =>
    [...number].reverse().reduce((sum, sign, index) => {
      const digit = Number(sign) * (index % 2 === 1 ? 2 : 1);
      return sum + (digit > 9 ? digit - 9 : digit);
    }, 0) %
      10 ===
    0;

  const problem = (code, message) => ({ type: 'validation_error', code, message });
  const numberProblem = (number) =>
    number.length < 14
      ? problem('incomplete_number', 'Your card number is incomplete.')
      : isLuhn(number)
        ? null
        : problem('invalid_number', 'Your card number is invalid.');
  const expiryProblem = (expiry) => {
    if (expiry.length !== 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
    const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
    if (month < 1 || month > 12) return problem('invalid_expiry_month', "Your card's expiration date is invalid.");
    return new Date(year, month, 1) > new Date()
      ? null
      : problem('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  };
  const cvcProblem = (cvc, number) =>
    cvc.length === (/^3[47]/.test(number) ? 4 : 3)
      ? null
      : problem('incomplete_cvc', "Your card's security code is incomplete.");

  /** What every element can: be put on the page, and tell what happens to it. */
  class Element {
    constructor(elementType) {
      this.elementType = elementType;
      this.handlers = new Map();
    }
    attach(where, ...children) {
      const target = typeof where === 'string' ? document.querySelector(where) : where;
      if (!target) {
        throw new IntegrationError(
          `The selector you specified (${where}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
        );
      }
      this.host = node('div', { class: 'StripeElement' });
      styled(this.host).append(...children);
      target.replaceChildren(this.host);
    }
    unmount() {
      this.host?.remove();
      this.host = undefined;
    }
    destroy() {
      this.unmount();
      this.isDestroyed = true;
    }
    on(name, handler) {
      this.handlers.set(name, [...(this.handlers.get(name) ?? []), handler]);
      return this;
    }
    off(name, handler) {
      this.handlers.set(name, handler ? (this.handlers.get(name) ?? []).filter((each) => each !== handler) : []);
      return this;
    }
    once(name, handler) {
      const first = (event) => {
        this.off(name, first);
        handler(event);
      };
      return this.on(name, first);
    }
    emit(name, event = {}) {
      for (const handler of this.handlers.get(name) ?? []) handler({ elementType: this.elementType, ...event });
    }
    update() {}
  }

  class PaymentElement extends Element {
    constructor() {
      super('payment');
      count += 1;
      const id = `stripe-card-${count}`;
      this.number = field(`${id}-number`, 'Card number', {
        autocomplete: 'cc-number',
        placeholder: '1234 1234 1234 1234',
        maxlength: '23',
      });
      this.expiry = field(`${id}-expiry`, 'Expiration date (MM / YY)', {
        autocomplete: 'cc-exp',
        placeholder: 'MM / YY',
        maxlength: '7',
      });
      this.cvc = field(`${id}-cvc`, 'Security code', { autocomplete: 'cc-csc', placeholder: 'CVC', maxlength: '4' });
      this.fields = [this.number, this.expiry, this.cvc];
      this.brands = node('span', { class: 'brands', 'aria-hidden': 'true' }, ...BRANDS.map(brandMark));
      const box = node('div', { class: 'number' });
      this.number.input.replaceWith(box);
      box.append(this.number.input, this.brands);
      this.number.input.addEventListener('input', () => this.showBrand());
      this.number.input.addEventListener('blur', () => this.tidyNumber());
      this.expiry.input.addEventListener('blur', () => this.tidyExpiry());
      for (const each of this.fields) {
        each.input.addEventListener('input', () => {
          this.complain(each, null);
          this.changed();
        });
        each.input.addEventListener('focus', () => this.emit('focus'));
        each.input.addEventListener('blur', () => this.emit('blur'));
      }
    }
    showBrand() {
      const number = digits(this.number.input.value);
      const known = BRANDS.filter(([, , , of]) => of.test(number));
      this.brands.replaceChildren(...(known.length > 0 ? known : BRANDS).map(brandMark));
    }
    tidyNumber() {
      const number = digits(this.number.input.value);
      const groups = /^3[47]/.test(number)
        ? /^(\d{4})(\d{0,6})(\d*)$/.exec(number)?.slice(1)
        : number.match(/\d{1,4}/g);
      this.number.input.value = (groups ?? []).join(' ').trim();
    }
    tidyExpiry() {
      const expiry = digits(this.expiry.input.value);
      if (expiry.length === 4) this.expiry.input.value = `${expiry.slice(0, 2)} / ${expiry.slice(2)}`;
    }
    values() {
      return {
        number: digits(this.number.input.value),
        expiry: digits(this.expiry.input.value),
        cvc: digits(this.cvc.input.value),
      };
    }
    problems() {
      const { number, expiry, cvc } = this.values();
      return [numberProblem(number), expiryProblem(expiry), cvcProblem(cvc, number)];
    }
    changed() {
      const { number, expiry, cvc } = this.values();
      this.emit('change', {
        collapsed: false,
        empty: number + expiry + cvc === '',
        complete: this.problems().every((each) => each === null),
        value: { type: 'card' },
      });
    }
    complain({ input, error }, found) {
      error.textContent = found?.message ?? '';
      if (found) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
    /** The first thing wrong, shown where it is wrong; null when the card can be sent. */
    validate() {
      const problems = this.problems();
      this.fields.forEach((each, index) => this.complain(each, problems[index]));
      this.fields[problems.findIndex((each) => each !== null)]?.input.focus();
      return problems.find((each) => each !== null) ?? null;
    }
    mount(where) {
      this.attach(
        where,
        node(
          'div',
          { role: 'group', 'aria-label': 'Card' },
          this.number.row,
          node('div', { class: 'row' }, this.expiry.row, this.cvc.row),
        ),
      );
      queueMicrotask(() => this.emit('ready'));
    }
    focus() {
      this.number.input.focus();
    }
    blur() {
      this.host?.shadowRoot.activeElement?.blur();
    }
    clear() {
      for (const each of this.fields) {
        each.input.value = '';
        this.complain(each, null);
      }
      this.changed();
    }
    collapse() {}
  }

  const WALLETS = [
    ['applePay', 'apple_pay', 'Apple Pay'],
    ['googlePay', 'google_pay', 'Google Pay'],
    ['link', 'link', 'Link'],
  ];
  // A wallet's sheet charges this card.
  const KEPT_CARD = { number: '4242424242424242', expiry: '1234', cvc: '123' };

  /** Buttons of the wallets this browser has; each opens the wallet's sheet, and its answer confirms the payment. */
  class ExpressCheckoutElement extends Element {
    constructor({ paymentMethods = {} } = {}, onSheet) {
      super('expressCheckout');
      this.onSheet = onSheet;
      this.wallets = WALLETS.filter(
        ([name]) => paymentMethods[name] !== 'never' && (name !== 'applePay' || 'ApplePaySession' in window),
      );
    }
    mount(where) {
      this.attach(
        where,
        node(
          'div',
          { class: 'wallets' },
          ...this.wallets.map(([, type, title]) => {
            const button = node('button', { type: 'button', 'data-wallet': type, 'aria-label': title }, title);
            button.addEventListener('click', () => void this.press(type, title));
            return button;
          }),
        ),
      );
      const shown = Object.fromEntries(
        WALLETS.map((wallet) => [wallet[0], { available: this.wallets.includes(wallet) }]),
      );
      queueMicrotask(() => {
        this.emit('availablepaymentmethodschange', { paymentMethods: this.wallets.length > 0 ? shown : undefined });
        this.emit('ready');
      });
    }
    async press(expressPaymentType, title) {
      if ((this.handlers.get('click') ?? []).length > 0) {
        const isResolved = await new Promise((done) => {
          setTimeout(() => done(false), 1000);
          this.emit('click', { expressPaymentType, resolve: () => done(true), reject: () => done(false) });
        });
        if (!isResolved) return;
      }
      const { outcome, close } = await openSheet(title, 'This is a test: choose what the shopper does.', [
        'Pay',
        'Cancel',
      ]);
      if (outcome === 'Cancel') {
        close();
        return this.emit('cancel');
      }
      const paymentFailed = () => close();
      this.onSheet({ close });
      this.emit('confirm', { expressPaymentType, billingDetails: { name: 'Wallet Shopper' }, paymentFailed });
    }
  }

  class Elements {
    constructor(options = {}) {
      this.clientSecret = options.clientSecret;
      this.made = new Map();
      this.sheet = null;
    }
    create(type, options) {
      const known = ['payment', 'expressCheckout'];
      if (!known.includes(type))
        throw new IntegrationError(`This sandbox has the elements ${known.join(' and ')} only, not "${type}".`);
      if (this.getElement(type)) throw new IntegrationError(`Can only create one Element of type ${type}.`);
      const element =
        type === 'payment'
          ? new PaymentElement()
          : new ExpressCheckoutElement(options, (sheet) => (this.sheet = sheet));
      this.made.set(type, element);
      return element;
    }
    getElement(type) {
      const element = this.made.get(type);
      return element && !element.isDestroyed ? element : null;
    }
    update() {}
    async fetchUpdates() {
      return {};
    }
    async submit() {
      // The element that confirms is asked, and a wallet's sheet has nothing left to ask.
      if (this.sheet) return { selectedPaymentMethod: 'card' };
      const error = this.getElement('payment')?.validate();
      return error ? { error } : { selectedPaymentMethod: 'card' };
    }
  }

  const idOf = (secret) => {
    const match = /^(pi_[^_]+)_secret_/.exec(secret ?? '');
    if (!match)
      throw new IntegrationError(
        `Invalid value for client secret: value should be of the form \${id}_secret_\${secret}.`,
      );
    return match[1];
  };

  const ask = async (method, path, parameters) => {
    const form = new URLSearchParams(parameters).toString();
    try {
      const response = await fetch(`${ORIGIN}/v1/${path}${method === 'GET' ? `?${form}` : ''}`, {
        method,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        credentials: 'omit',
        ...(method === 'GET' ? {} : { body: form }),
      });
      const json = await response.json();
      return json.error ? { error: json.error } : { paymentIntent: json };
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message:
            'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
        },
      };
    }
  };

  /** A page of somebody else's, over ours: a bank's or a wallet's. Stays until it is closed; resolves to the button pressed. */
  const openSheet = (title, about, [first, second]) =>
    new Promise((resolve) => {
      const host = node('div');
      const root = styled(host);
      const main = node('button', { type: 'button', class: 'main' }, first);
      const other = node('button', { type: 'button' }, second);
      const dialog = node(
        'dialog',
        { 'aria-labelledby': 'stripe-sheet-title' },
        node('h2', { id: 'stripe-sheet-title' }, title),
        node('p', {}, about),
        main,
        ' ',
        other,
      );
      const close = () => {
        dialog.close();
        host.remove();
      };
      main.addEventListener('click', () => resolve({ outcome: first, close }));
      other.addEventListener('click', () => resolve({ outcome: second, close }));
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        resolve({ outcome: second, close });
      });
      root.append(dialog);
      document.body.append(host);
      dialog.showModal();
    });

  const handleNextAction = async (key, secret, paymentIntent) => {
    if (paymentIntent.status !== 'requires_action') return { paymentIntent };
    const { outcome, close } = await openSheet(
      '3D Secure',
      'Your bank asks whether it is you who pays. This is a test: choose the answer.',
      ['Complete authentication', 'Fail authentication'],
    );
    close();
    const answer = await ask('POST', `payment_intents/${idOf(secret)}/authenticate`, {
      key,
      client_secret: secret,
      outcome: outcome === 'Complete authentication' ? 'complete' : 'fail',
    });
    const refusal = answer.paymentIntent?.last_payment_error;
    return refusal ? { error: { ...refusal, payment_intent: answer.paymentIntent } } : answer;
  };

  const cardParameters = ({ number, expiry, cvc }) => {
    return {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': String(Number(expiry.slice(0, 2))),
      'payment_method_data[card][exp_year]': `20${expiry.slice(2)}`,
      'payment_method_data[card][cvc]': cvc,
    };
  };

  const billingParameters = (details = {}) =>
    Object.fromEntries(
      ['name', 'email']
        .filter((name) => details[name])
        .map((name) => [`payment_method_data[billing_details][${name}]`, details[name]]),
    );

  window.Stripe = function Stripe(publishableKey) {
    if (typeof publishableKey !== 'string' || publishableKey === '')
      throw new IntegrationError('Missing value for Stripe(): apiKey should be a string.');
    if (publishableKey.startsWith('sk_'))
      throw new IntegrationError(
        'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
      );
    const key = publishableKey;
    return {
      elements: (options) => new Elements(options),
      retrievePaymentIntent: (secret) => ask('GET', `payment_intents/${idOf(secret)}`, { key, client_secret: secret }),
      async handleNextAction({ clientSecret }) {
        const { error, paymentIntent } = await this.retrievePaymentIntent(clientSecret);
        return error ? { error } : handleNextAction(key, clientSecret, paymentIntent);
      },
      async confirmPayment(options = {}) {
        const { elements, clientSecret } = options;
        const confirmParams = options.confirmParams ?? {};
        const redirect = options.redirect ?? 'always';
        const secret = clientSecret ?? elements?.clientSecret;
        const id = idOf(secret);
        if (redirect !== 'if_required' && !confirmParams.return_url)
          throw new IntegrationError('stripe.confirmPayment(): the `confirmParams.return_url` argument is required.');
        const element = elements?.getElement('payment');
        const sheet = elements?.sheet ?? null;
        if (!sheet && !element?.host) {
          throw new IntegrationError(
            'Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element or Express Checkout Element.',
          );
        }
        if (sheet) {
          elements.sheet = null;
          sheet.close();
        }
        const invalid = sheet ? null : element.validate();
        if (invalid) return { error: invalid };
        const confirmed = await ask('POST', `payment_intents/${id}/confirm`, {
          key,
          client_secret: secret,
          use_stripe_sdk: 'true',
          ...cardParameters(sheet ? KEPT_CARD : element.values()),
          ...billingParameters(confirmParams.payment_method_data?.billing_details),
          ...(confirmParams.return_url ? { return_url: confirmParams.return_url } : {}),
        });
        const result = confirmed.error ? confirmed : await handleNextAction(key, secret, confirmed.paymentIntent);
        if (result.error || redirect === 'if_required') return result;
        const back = new URL(confirmParams.return_url);
        back.searchParams.set('payment_intent', id);
        back.searchParams.set('payment_intent_client_secret', secret);
        back.searchParams.set('redirect_status', 'succeeded');
        window.location.assign(back);
        return new Promise(() => {});
      },
    };
  };
  window.Stripe.version = 3;
})();
