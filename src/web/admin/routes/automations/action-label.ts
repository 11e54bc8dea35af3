import { ACTIONS, isActionType } from '#core/automations/actions.ts';

/** What an action is called; one that is no more keeps its name. */
export const actionLabel = (type: string): string => (isActionType(type) ? ACTIONS[type].label : type);
