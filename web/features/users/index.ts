export { userStatusLabel, userStatusTone } from './statusLabels.ts';
