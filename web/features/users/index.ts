export { userStatusLabel, userStatusTone } from './users.ts';
