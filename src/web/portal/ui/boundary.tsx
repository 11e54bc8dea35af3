import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { t } from '../texts.ts';

/** Catches what broke while drawing, such as a part of the page that did not arrive. What was entered is kept. */
export class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Notice tone="bad">
        <p>{t('common.broken')}</p>
        <Button look="quiet" onClick={() => window.location.reload()}>
          {t('common.reload')}
        </Button>
      </Notice>
    );
  }
}
