export { ring } from './bell/sound.ts';
