export { DeleteAccount, OwnData } from './OwnData.tsx';
