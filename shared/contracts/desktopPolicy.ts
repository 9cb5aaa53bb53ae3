import { z } from 'zod';
import { readUrl } from '../writtenText.ts';

/**
 * The settings that an administrator of workstations can enforce on the desktop console. This one table makes the check
 * of policies, the templates for Windows and macOS and the list in docs/workstations.md (`npm run policy:templates`).
 */

const address = (text: string) => (/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
const isOrigin = (text: string) => ['https:', 'http:'].includes(readUrl(address(text))?.protocol ?? '');
/** 'homes.example' is meant as https; plain http has to be named. */
const server = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .refine(isOrigin, { abort: true })
  .overwrite((text) => new URL(address(text)).origin);

/** `isChoice`: a person may change it, so it may also be laid down as a default ('recommended'). */
export const policy = z.object({
  organisation: z.string().trim().min(1).max(120).optional().meta({
    title: 'Name of the organisation',
    description: "Shown in the console: 'Managed by Reyes Realty'.",
  }),
  serverUrl: server.optional().meta({
    title: 'Server',
    description: 'The one server of this console. Nobody can choose another. Example: https://homes.example',
  }),
  allowedServers: z.array(server).max(50).optional().meta({
    title: 'Allowed servers',
    description:
      'Only these servers can be added and shown. A name without http:// is reached over https. An address that begins with http:// is reached without encryption: name it only for a server on your own network.',
  }),
  disableCache: z.boolean().optional().meta({
    title: 'No offline copy',
    description:
      'Nothing is kept for reading while the server is away, and what was kept is deleted. Messages that are not sent yet stay.',
  }),
  disableRememberMe: z.boolean().optional().meta({
    title: 'No Remember me',
    description: 'A sign-in ends with the console. Sign-ins that were kept are deleted.',
  }),
  clearDataAtLogOut: z.boolean().optional().meta({
    title: 'Delete local data at log-out',
    description:
      'Logging out deletes the offline copy, the pictures and what the pages have stored, for every account on this computer login. Messages that are not sent yet stay, sealed, for the account that wrote them.',
  }),
  disableDevTools: z.boolean().optional().meta({
    title: 'No developer tools',
    description: 'Takes the developer tools away.',
  }),
  disableUpdates: z.boolean().optional().meta({
    title: 'No updates by itself',
    description: 'The console neither looks for new versions nor installs any: you do.',
  }),
  updateChannel: z.enum(['latest', 'beta']).optional().meta({
    title: 'Update channel',
    description: "'latest' for finished versions, 'beta' for versions that are still being tried.",
  }),
  minimumVersion: z
    .string()
    .trim()
    .regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)
    .optional()
    .meta({
      title: 'Minimum version',
      description:
        'An older console says so for an hour, and then shows only how it is updated until it is. What was not sent yet is still sent. Example: 1.4.0',
    }),
  idleLockMinutes: z.number().int().min(1).max(1_440).optional().meta({
    isChoice: true,
    title: 'Minutes until the console locks',
    description: 'Minutes without a key or a mouse after which the console asks for the password again.',
  }),
  notificationPreviews: z.boolean().optional().meta({
    isChoice: true,
    title: 'Previews in notifications',
    description: 'Off: a notification only says that something is waiting, not who wrote and what.',
  }),
  spellCheckLanguages: z
    .array(
      z
        .string()
        .trim()
        .regex(/^[A-Za-z]{2,3}(-[A-Za-z\d]{2,4})?$/),
    )
    .max(10)
    .optional()
    .meta({
      isChoice: true,
      title: 'Languages of the spell check',
      description:
        'As en-US or es-MX; one without a dictionary is passed over. Dictionaries are fetched from Google where the system brings none. On macOS the system chooses.',
    }),
  openAtLogin: z.boolean().optional().meta({
    isChoice: true,
    title: 'Open at login',
    description: 'On: the console opens when a person logs in to the computer.',
  }),
  startMinimised: z.boolean().optional().meta({
    isChoice: true,
    title: 'Starting in the tray',
    description: 'On: the console opens without showing its window.',
  }),
  closeToTray: z.boolean().optional().meta({
    isChoice: true,
    title: 'Running on when the window is closed',
    description: 'On: closing the window leaves the console in the tray, where messages still reach people.',
  }),
});

export type PolicyName = keyof typeof policy.shape;

/** The policy as the page sees it. */
export const managed = z.object({
  /** Enforced: people at this computer cannot change it. */
  policy,
  /** Laid down as a default. */
  recommended: policy,
  /** Its source: a file, the registry, a profile. Empty: this computer is not managed. */
  sources: z.array(z.string()),
  /** The unusable settings, for the administrator who set them. */
  notes: z.array(z.string()),
  outdated: z.string().nullable(),
  /** From when on an outdated console can only be updated, in milliseconds since 1970. */
  endsAt: z.number().nullable(),
});
