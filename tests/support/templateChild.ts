import { buildTemplate, type Templates } from './demoTemplate.ts';

/** Makes templates, in a folder or in the PostgreSQL that DATABASE_URL names: a bundle loads the server's modules quicker than Vitest does. */
const [folder = '', ...data] = process.argv.slice(2);
const postgresUrl = process.env.DATABASE_URL;
await Promise.all(data.map((each) => buildTemplate(each as keyof Templates, folder, postgresUrl)));
