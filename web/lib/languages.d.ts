/** The languages there are, made of the files in locales/ by build/languages.ts. */
declare module 'virtual:languages' {
  export const languages: readonly import('#shared/languages.ts').Language[];
  /** Their messages by the English ones, in parts; the default language needs none. */
  export const catalogues: Readonly<
    Record<string, readonly (() => Promise<{ default: Record<string, string> }>)[] | undefined>
  >;
}

/** What the desktop console's main process says, by language and English message. */
declare module 'virtual:desktop-messages' {
  const messages: Readonly<Record<string, Record<string, string>>>;
  export default messages;
}
