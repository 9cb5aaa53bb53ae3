export { AttachButton, AttachedFiles, pasteInto } from './AttachedFiles.tsx';
export { AttachmentList } from './AttachmentList.tsx';
export {
  areReady,
  attachedFiles,
  attachFiles,
  filesInWords,
  moveFiles,
  putFilesBack,
  takeFiles,
  useAttachedFiles,
} from './files.ts';
