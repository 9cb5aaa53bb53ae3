import type { BaseContext } from '#server/context.ts';
import type { ContactLimit } from '#server/http/limits/contactLimit.ts';
import type { PixelBudget } from '#server/http/limits/pixelBudget.ts';
import type { Service } from '#server/http/routing.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { ReplyAddresses } from '#server/mail/replyAddresses.ts';
import type { OutsidePictures, OutsideRequests } from '#server/media/outside.ts';
import type { MediaService } from '#server/media/service.ts';
import type { EventBus } from '#server/realtime/bus.ts';
import type { SmsSender } from '#server/sms/sender.ts';
import type { Call } from '#shared/contracts/common.ts';

/** The context of every service. One per process; a test makes its own. */
export interface ServerContext extends BaseContext {
  bus: EventBus;
  jobs: JobQueue;
  media: MediaService;
  outside: OutsideRequests;
  outsidePictures: OutsidePictures;
  mail: Mailer;
  /** Null where no mail comes in. */
  replyAddresses: ReplyAddresses | null;
  /** Null without a provider of text messages. */
  sms: SmsSender | null;
  contacts: ContactLimit;
  pixels: PixelBudget;
}

/** Inputs of a contract's calls, by name, as its service gets them. */
export type RequestsOf<Contract extends Record<string, Call>> = {
  [Name in keyof Contract]: Parameters<Service<Contract>[Name]>[0];
};
