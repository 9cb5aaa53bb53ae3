/** What a product does on another system can be looked at, as far as it asks for the name alone. Imported first. */
if (process.env.STANDIN_PLATFORM)
  Object.defineProperty(process, 'platform', { value: process.env.STANDIN_PLATFORM });
