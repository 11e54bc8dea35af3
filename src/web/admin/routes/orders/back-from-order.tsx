import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import '../../../ui/detail-page.css';

/** The page staff came from where they were sent here, else the lookup. */
export function BackFromOrder({ storeId, returnTo }: { storeId: number; returnTo: string | undefined }) {
  const icon = <IconChevronLeft size={14} aria-hidden />;
  const navigate = useNavigate();
  if (returnTo !== undefined)
    return (
      <a
        className="mg-back"
        href={returnTo}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void navigate({ href: returnTo });
        }}
      >
        {icon}
        Back
      </a>
    );
  return (
    <Link className="mg-back" to="/$storeId/orders/lookup" params={{ storeId }}>
      {icon}
      Order Lookup
    </Link>
  );
}
