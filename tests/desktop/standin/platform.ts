/** Overrides the platform's name for code that depends on it. Must be imported first. */
if (process.env.STANDIN_PLATFORM)
  Object.defineProperty(process, 'platform', { value: process.env.STANDIN_PLATFORM });
