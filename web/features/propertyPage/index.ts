export { GalleryFullscreen } from './gallery/Gallery.tsx';
