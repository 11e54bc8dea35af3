import type { Alert } from '#contract/merchant/alerts.ts';

type Alerts = { data: Alert[]; unreadCount: number; unreadWarningCount: number };

/** The alerts as the server will have them once one, or all with a null id, are marked. */
export function readLocally<Its extends Alerts>(alerts: Its, alertId: number | null, readOn: string | null): Its {
  const isMarked = (alert: Alert): boolean => alertId === null || alert.id === alertId;
  const change = { all: 0, warnings: 0 };
  for (const alert of alerts.data) {
    if (!isMarked(alert) || (alert.readOn === null) === (readOn === null)) continue;
    const step = readOn === null ? 1 : -1;
    change.all += step;
    if (alert.severity === 'Warning') change.warnings += step;
  }
  const isAllRead = alertId === null && readOn !== null;
  return {
    ...alerts,
    data: alerts.data.map((alert) => (isMarked(alert) ? { ...alert, readOn } : alert)),
    // More may be unread than are listed.
    unreadCount: isAllRead ? 0 : alerts.unreadCount + change.all,
    unreadWarningCount: isAllRead ? 0 : alerts.unreadWarningCount + change.warnings,
  };
}

/** C8.13: 'You have N alert(s) that need(s) attention.' */
export const attentionText = (count: number): string =>
  count === 1 ? 'You have 1 alert that needs attention.' : `You have ${count} alerts that need attention.`;
