declare module 'virtual:api-routes' {
  /** Method and path of each call; build/apiRoutes.ts makes it of the contracts. */
  const text: string;
  export default text;
}

/** The available languages, from the files in locales/ (build/languages.ts). */
declare module 'virtual:languages' {
  export const languages: readonly import('#shared/languages.ts').Language[];
  /** Messages by the English ones, in parts; none for the default language. */
  export const catalogues: Readonly<
    Record<string, readonly (() => Promise<{ default: Record<string, string> }>)[] | undefined>
  >;
}

/** Messages of the desktop console's main process, by language and English message. */
declare module 'virtual:desktop-messages' {
  const messages: Readonly<Record<string, Record<string, string>>>;
  export default messages;
}
