import { Badge, Menu } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { loadLater } from '../../ui/load-later.ts';
import logo from '../favicon.svg';
import { storeLabels, type Me, type MyStore } from './access.ts';
import { labelOf, StoreButton, StoreMark } from './store-button.tsx';

const MANY = 10;
const StoreFinder = loadLater(async () => (await import('./store-finder.tsx')).StoreFinder);

/** The way home and the picker of stores; without a store, home is the concierge. */
export const TopStore = ({ me, store }: { me: Me; store: MyStore | null }) => (
  <>
    {store ? (
      <Link className="mg-logo" to="/$storeId" params={{ storeId: store.id }} aria-label="Makegood, store home">
        {LOGO}
      </Link>
    ) : (
      <Link className="mg-logo" to="/concierge" aria-label="Makegood, concierge">
        {LOGO}
      </Link>
    )}
    <div className="mg-top-store">
      <span className="mg-slash" aria-hidden>
        /
      </span>
      <StorePicker stores={me.stores} store={store} />
    </div>
  </>
);

const LOGO: ReactNode = (
  <>
    <img src={logo} alt="" width={24} height={24} />
    <span className="mg-logo-word">Makegood</span>
  </>
);

/** The store's name; a menu only when there is another one to go to. Null on pages of all stores. */
function StorePicker({ stores, store }: { stores: readonly MyStore[]; store: MyStore | null }) {
  const navigate = useNavigate();
  const labels = storeLabels(stores);
  const pick = (storeId: number): void => void navigate({ to: '/$storeId', params: { storeId } });
  const picker =
    store !== null && stores.length < 2 ? (
      <span className="mg-store-name">{store.name}</span>
    ) : stores.length > MANY ? (
      <StoreFinder stores={stores} store={store} labels={labels} onPick={pick} />
    ) : (
      <StoreMenu stores={stores} store={store} labels={labels} onPick={pick} />
    );
  return (
    <>
      {picker}
      {store?.isTest ? (
        <Badge variant="default" size="sm" tt="none">
          Test
        </Badge>
      ) : null}
    </>
  );
}

type PickProps = ComponentProps<typeof StoreFinder>;

const StoreMenu = ({ stores, store, labels, onPick }: PickProps) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <StoreButton>{labelOf(store, labels)}</StoreButton>
    </Menu.Target>
    <Menu.Dropdown mah="80vh" maw="calc(100vw - 24px)" style={{ overflowY: 'auto' }}>
      <Menu.Label>Stores</Menu.Label>
      {stores.map((one) => (
        <Menu.Item
          key={one.id}
          leftSection={<StoreMark isOpen={one.id === store?.id} />}
          aria-current={one.id === store?.id}
          onClick={() => onPick(one.id)}
        >
          {labels.get(one.id)}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
