export { FloorPlans } from './gallery/FloorPlans.tsx';
