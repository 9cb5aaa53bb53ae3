// Between the server and the part of the web UI that renders its pages there.

/** A page as a guest opens it. */
export interface PageRequest {
  /** With its query: '/fil/properties?type=condo'. */
  address: string;
  /** The code of the page's language, which its address begins with unless it is the default one. */
  language: string;
  /** Where other people find this site. */
  publicOrigin: string;
  /** Answers a call of the API as a guest's: its status, and what its body holds. */
  ask(address: string): Promise<{ status: number; body: unknown }>;
}

export interface RenderedPage {
  /** What stands in the page's root. No style stands in it: those are in `styles`. */
  html: string;
  /** The rules of what has a style of its own, for a style sheet that the page's policy allows; mostly empty. */
  styles: string;
  /** JSON with which a browser takes the page over, safe within a script element. */
  state: string;
}

/** Null: the page is for those who are signed in, or leads elsewhere. */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage | null>;

/** The id of the element that holds the state. */
export const PAGE_STATE_ID = 'page-state';

/** In place of 'module' and 'modulepreload' where a page's scripts wait for what is to be read. */
export const LATE = 'late';

/** On a slow line pictures take longer: nobody waits for them. */
const LATEST_MS = 1_500;

/**
 * Stands in a rendered page. Its scripts begin once its first screen is there, or somebody comes near with a pointer, a
 * finger or a key. It can be pressed before: what was pressed and sent is kept until the page is taken over, and the keys
 * that lead to a search. Other links than those to a language are followed by the browser itself.
 */
export const EARLY_ACTS_SCRIPT = /* @__PURE__ */ [
  // React marks what it has taken over: that is answered at once, also while the rest waits. What it takes over because of this
  // very act gets as far as the element; what it cannot yet, it stops before.
  '(()=>{const acts=[];let late,hear=a=>acts.push(a);',
  "const isTaken=e=>(late&&!late.has(e))||Object.keys(e).some(k=>k.startsWith('__react'));",
  "const keep=(e,act)=>{const a=[e,act];hear(a);e.addEventListener(act,()=>{if(isTaken(e))a[1]=''},{once:true})};",
  "const pressed=e=>{const b=e.target.closest?.('button:not([type=submit]),[role=button]');if(b&&!isTaken(b))keep(b,'click');",
  // A language is kept before its page is opened.
  "const l=e.target.closest?.('a[hreflang]');if(l&&!isTaken(l)&&!(e.metaKey||e.ctrlKey||e.shiftKey)){e.preventDefault();keep(l,'click')}};",
  "const typed=e=>{if(!e.target.closest?.('input,textarea,select')&&(e.key==='/'||(e.key==='k'&&(e.ctrlKey||e.metaKey)))){e.preventDefault();acts.push([e.target,e])}};",
  "const sent=e=>{if(isTaken(e.target))return;e.preventDefault();keep(e.target,'submit')};",
  'const all=[["click",pressed],["submit",sent],["keydown",typed]];for(const [k,f] of all)addEventListener(k,f,true);',
  'let begun;const begin=()=>{if(begun||document.readyState==="loading")return;begun=true;',
  // What cannot be had is waited for by nobody.
  `for(const l of document.querySelectorAll('link[rel=${LATE}]')){l.onerror=()=>l.remove();l.rel=l.as==='style'?'stylesheet':'modulepreload'};`,
  `for(const s of document.querySelectorAll('script[type=${LATE}]')){const m=document.createElement('script');m.type='module';m.src=s.src;s.replaceWith(m)}};`,
  'for(const k of ["pointerover","pointerdown","touchstart","keydown","focusin"])addEventListener(k,begin,{capture:true,passive:true});',
  // By then the pictures of the first screen are drawn. A page that is not looked at draws none.
  'addEventListener("load",()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(begin))));',
  `addEventListener("DOMContentLoaded",()=>setTimeout(begin,${LATEST_MS}));`,
  'window.takeEarlyActs=(l,h)=>{late=new Set(l);hear=h;removeEventListener("keydown",typed,true);return acts}',
  '})()',
].join('');

/** What was pressed or sent; '' where it was answered. */
export type EarlyAct = [element: HTMLElement, act: 'click' | 'submit' | '' | KeyboardEvent];

declare global {
  interface Window {
    /**
     * What was pressed or sent until now, in its order. From now on only what happens to `late` is told, each time: buttons,
     * forms and links to a language that are taken over after the screen.
     */
    takeEarlyActs?: (late: Iterable<Element>, hear: (act: EarlyAct) => void) => EarlyAct[];
  }
}
