export { savedViewParts } from './SavedViews.tsx';
