import { z } from 'zod';
import { msg } from '../messages.ts';
import { managed, policy } from './desktopPolicy.ts';

/** The main process checks every argument of the page by these; the page uses the types alone (desktopBridge.ts). */

/** An http(s) origin: 'https://silong.example'. */
const serverUrl = z.string().trim().max(300);

export const savedServer = z.object({ url: z.string(), name: z.string() });

/** A time of day in this machine's zone, '22:00'. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, msg('Enter a time such as 22:00').id);

export const consolePreferences = z.object({
  closeToTray: z.boolean().default(true),
  startMinimised: z.boolean().default(false),
  openAtLogin: z.boolean().default(false),
  notifications: z.boolean().default(true),
  /** Whether a notification shows the sender and the text. */
  notificationPreviews: z.boolean().default(true),
  doNotDisturb: z.boolean().default(false),
  quietHours: z
    .object({
      isOn: z.boolean().default(false),
      from: timeOfDay.default('21:00'),
      to: timeOfDay.default('07:00'),
    })
    .prefault({}),
  /** 0 never locks. */
  idleLockMinutes: z.number().int().min(0).max(1_440).default(0),
  zoom: z.number().min(0.5).max(3).default(1),
  /** Null is the computer's own; none checks nothing. */
  spellCheckLanguages: z.array(z.string().max(20)).max(10).nullable().default(null),
});

/** The account whose password opens the console. */
export const consoleLock = z.object({
  email: z.string(),
  /** Of this page's server: it can be asked as well. */
  isHere: z.boolean(),
});

/** The questions of small windows of the console, where the system has no dialog of ours. */
export const consoleQuestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('password'),
    /** The proxy, as 'proxy.office:3128'. */
    host: z.string(),
    realm: z.string(),
    /** The last answer was refused. */
    isAgain: z.boolean(),
    /** The proxy is sent the password as it is. */
    isReadable: z.boolean(),
    mayRemember: z.boolean(),
  }),
  z.object({
    kind: z.literal('certificate'),
    host: z.string(),
    certificates: z.array(z.object({ name: z.string(), issuer: z.string(), until: z.string() })),
  }),
  /** Only said. */
  z.object({ kind: z.literal('words'), title: z.string(), text: z.string() }),
]);

export const consoleAnswer = z.union([
  z.object({ name: z.string().min(1).max(300), password: z.string().max(1_000), remember: z.boolean() }),
  /** The place in the list that was asked about. */
  z.object({ certificate: z.number().int().min(0) }),
]);

/** How short a code may be that opens the lock. */
export const MIN_UNLOCK_CODE = 6;

export const consoleStart = z.object({
  version: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32']),
  /** Null on the first run: the page asks for it. */
  server: savedServer.nullable(),
  servers: z.array(savedServer),
  /** Unread counts by server address; an empty table means nothing. */
  unread: z.record(z.string(), z.number()),
  /** Storage of an earlier console's page, to be moved once where nothing is stored yet. */
  carried: z.record(z.string(), z.string()),
  policy,
  managed,
  preferences: consolePreferences,
  /** False where the system has no keyring: nothing secret is written to disk then. */
  hasKeyring: z.boolean(),
  /** Whether listings, conversations and the like may be kept for reading offline. */
  mayCache: z.boolean(),
  /** How many files of the outbox lie here that the keyring does not open. */
  unreadableOutbox: z.number(),
  /** Locked: the page shows nothing else, and asks again once it is open. */
  lock: consoleLock.nullable(),
  /** This window asks one question, and shows nothing else. */
  question: consoleQuestion.nullable(),
  /** This is no window but the find bar above one. */
  isFindBar: z.boolean(),
  /** A proxy that was given no password: nothing gets past it. */
  blockedProxy: z.string().nullable(),
  /** Languages with a dictionary; none where the system chooses them (macOS). */
  dictionaries: z.array(z.string()),
  /** The first page of this window: '/', or the target of a link or a notification. */
  route: z.string(),
});

/** A signed-in session as the page keeps it: the token, and the account as JSON. */
export const keptSession = z.object({ token: z.string().max(500), user: z.string().max(100_000) });

export const nativeNotice = z.object({
  /** One notice per thread: a new one takes the place of the old. 'conversation:7', 'inquiry:3'. */
  thread: z.string().regex(/^[a-z]+:\d+$/),
  title: z.string().max(200),
  body: z.string().max(2_000),
  /** The page's own path that a click leads to. */
  route: z
    .string()
    .regex(/^\/(?![/\\])/)
    .max(500),
  /** A conversation that can be answered from the notice itself, where the system supports it. */
  replyTo: z.number().int().positive().nullable(),
});

export const updateState = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('disabled'), reason: z.string() }),
  z.object({ phase: z.literal('idle') }),
  z.object({ phase: z.literal('checking') }),
  z.object({ phase: z.literal('current') }),
  z.object({ phase: z.literal('downloading'), version: z.string(), percent: z.number() }),
  z.object({ phase: z.literal('ready'), version: z.string() }),
  z.object({ phase: z.literal('failed'), reason: z.string(), downloadUrl: z.string() }),
]);

const userId = z.number().int().positive();
/** The key of one answer; it is never a path. */
const cacheName = z.string().min(1).max(2_000);
const outboxId = z.string().regex(/^[\w-]{1,64}$/);

const nothing = z.undefined();

/** Channel → input and output. */
export const desktopCalls = {
  start: { input: nothing, output: consoleStart },
  /** From now on the page receives events: those of its loading time, and all that follow. */
  listen: { input: nothing, output: nothing },
  /** The reader's language: menus and notices follow it. */
  setLanguage: { input: z.string().max(20), output: nothing },
  readSession: { input: nothing, output: keptSession.nullable() },
  /** `isKept` false: no keyring (or a policy), the session ends with the console. */
  writeSession: {
    input: keptSession.extend({ remember: z.boolean() }),
    output: z.object({ isKept: z.boolean() }),
  },
  clearSession: { input: nothing, output: nothing },
  /** Tries a password or code, without the server. `waitSeconds`: so long none is looked at. */
  unlock: {
    input: z.string().min(1).max(1_000),
    output: z.object({ isOpen: z.boolean(), waitSeconds: z.number() }),
  },
  /** A code that opens the lock besides the password; null takes it away. */
  setUnlockCode: { input: z.string().min(MIN_UNLOCK_CODE).max(200).nullable(), output: nothing },
  /** Asks the address whether a Silong server answers there, and saves it. Refused when a policy names the server. */
  addServer: { input: serverUrl, output: savedServer },
  /** The moved storage is in this page's own storage now. */
  carriedOver: { input: nothing, output: nothing },
  /** Shows that server's window in the place of this one, which stays connected behind it. */
  chooseServer: { input: serverUrl, output: nothing },
  removeServer: { input: serverUrl, output: z.array(savedServer) },
  writePreferences: {
    input: consolePreferences
      .extend({ quietHours: consolePreferences.shape.quietHours.unwrap().partial() })
      .partial(),
    output: consolePreferences,
  },
  notify: { input: nativeNotice, output: z.object({ isShown: z.boolean(), reason: z.string().nullable() }) },
  /** Read elsewhere, or here: its notice goes away. */
  dismissNotice: { input: nativeNotice.shape.thread, output: nothing },
  setUnread: { input: z.number().int().min(0).max(1_000_000), output: nothing },
  readCache: { input: z.object({ userId, name: cacheName }), output: z.string().nullable() },
  /** `at`: when the server answered it, in milliseconds since 1970. An older answer never replaces a newer one. */
  writeCache: {
    input: z.object({ userId, name: cacheName, text: z.string().max(5_000_000), at: z.number().int() }),
    output: nothing,
  },
  removeCache: { input: userId, output: nothing },
  /** The whole offline copy; never the outbox. */
  clearCache: { input: nothing, output: nothing },
  readOutbox: { input: userId, output: z.array(z.object({ id: outboxId, text: z.string() })) },
  putOutbox: {
    input: z.object({ userId, id: outboxId, text: z.string().max(1_000_000) }),
    output: nothing,
  },
  removeOutbox: { input: z.object({ userId, id: outboxId }), output: nothing },
  /** Deletes the files that the keyring does not open. */
  clearUnreadableOutbox: { input: nothing, output: nothing },
  /** How many half-written messages there are in this window: closing it asks first. */
  setDrafts: { input: z.number().int().min(0).max(1_000), output: nothing },
  /** Closes the window that asks; without an answer nothing is given. */
  answerQuestion: { input: consoleAnswer.optional(), output: nothing },
  /** The proxy's password is asked for again, the next time it is needed. */
  askProxyAgain: { input: nothing, output: nothing },
  openThread: { input: z.number().int().positive(), output: nothing },
  /** While something is being typed no update restarts the console. */
  setTyping: { input: z.boolean(), output: nothing },
  updateState: { input: nothing, output: updateState },
  checkForUpdate: { input: nothing, output: updateState },
  restartToUpdate: { input: nothing, output: nothing },
  openDownloads: { input: nothing, output: nothing },
  exportDiagnostics: { input: nothing, output: z.string().nullable() },
  /** A failure of the page, for the log: redacted there. */
  reportError: { input: z.string().max(10_000), output: nothing },
  /** Asked by the bar, about the window below it. */
  find: { input: z.object({ text: z.string().max(200), forward: z.boolean() }), output: nothing },
  stopFinding: { input: nothing, output: nothing },
} satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export const desktopEvents = {
  /** A link, a notification or the tray: show this path. */
  open: z.string(),
  /** Typed into a notification. */
  reply: z.object({ conversationId: z.number(), text: z.string() }),
  /** The machine woke up, or its network changed: look whether the server is there. */
  wake: z.null(),
  update: updateState,
  /** The console is locked: by idleness, the machine's sleep or lock, or its owner. */
  lock: consoleLock,
  unlocked: z.null(),
  preferences: consolePreferences,
  unread: consoleStart.shape.unread,
  servers: z.array(savedServer),
  managed,
  blockedProxy: consoleStart.shape.blockedProxy,
  /** A menu item or its shortcut. */
  command: z.enum(['new-property', 'palette', 'find', 'settings', 'shortcuts']),
  /** A file on its way; `percent` of it is here. */
  download: z.object({ name: z.string(), state: z.enum(['running', 'done', 'failed']), percent: z.number() }),
  foundMatches: z.object({ active: z.number(), total: z.number() }),
};

export type DesktopCallName = keyof typeof desktopCalls;
export type DesktopEventName = keyof typeof desktopEvents;
