export { type Colleagues, officeQuery, useColleagues, useOfficeActs, useOfficeUpdates } from './queries.ts';
