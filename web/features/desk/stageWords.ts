import type { ClientStage } from '#shared/contracts/desk.ts';
import { type Message, msg } from '#shared/messages.ts';

export const stageLabel: Record<ClientStage, Message> = {
  new: msg('New'),
  talking: msg('Talking'),
  viewing: msg('Viewing'),
  offer: msg('Offer'),
  won: msg('Won'),
  lost: msg('Lost'),
};

/** In the order a client goes through them; the keys 1 to 6 select them. */
export const stages = Object.keys(stageLabel) as readonly ClientStage[];
