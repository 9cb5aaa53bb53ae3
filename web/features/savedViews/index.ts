export { SavedViews, SaveViewButton } from './SavedViews.tsx';
