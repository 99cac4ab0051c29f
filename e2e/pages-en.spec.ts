import { sweep } from './sweep/sweep.ts';

sweep('en');
