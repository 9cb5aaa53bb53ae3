export { ClientsView } from './ClientsView.tsx';
