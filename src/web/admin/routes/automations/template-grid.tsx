import { Link } from '@tanstack/react-router';
import { TEMPLATES } from '#core/automations/templates.ts';
import { actionLabel } from './action-label.ts';
import { CREATE_RULE } from './automation-places.ts';

/** Rules to begin with (R2.11). */
export const TemplateGrid = ({ storeId, returnTo }: { storeId: number; returnTo: string }) => (
  <ul className="mg-templates">
    {TEMPLATES.map(({ id, name, description, type }) => (
      <li key={id}>
        <Link to={CREATE_RULE} params={{ storeId }} search={{ template: id, returnTo }}>
          <strong>{name}</strong>
          <span>{description}</span>
          <span className="mg-muted">{actionLabel(type)}</span>
        </Link>
      </li>
    ))}
  </ul>
);
