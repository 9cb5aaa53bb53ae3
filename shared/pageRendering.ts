// Between the server and the part of the web UI that renders its pages there.

/** A page as a guest opens it, or an account before it has proved itself. */
export interface PageRequest {
  /** With its query: '/fil/properties?type=condo'. */
  address: string;
  /** The code of the page's language; the address begins with it unless it is the default one. */
  language: string;
  /** Where other people find this site. */
  publicOrigin: string;
  /** Answers a call of the API as a guest's: its status and its body. */
  ask(address: string): Promise<{ status: number; body: unknown }>;
}

export interface RenderedPage {
  /** The HTML of the page's root. It holds no styles: those are in `styles`. */
  html: string;
  /** The rules of elements with a style of their own, for a style sheet that the page's policy allows; mostly empty. */
  styles: string;
  /** JSON with which a browser takes the page over, safe within a script element. */
  state: string;
}

/** Null: the page is for signed-in accounts, or redirects. */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage | null>;

/** The name of the element of a page's head that tells the version of its files. */
export const VERSION_META = 'site-version';
/** The header of each answer that tells the version of the pages that the server has now. */
export const VERSION_HEADER = 'X-Site-Version';

/** The id of the element that holds the state; its `data-reader` is 'guest' or 'member'. */
export const PAGE_STATE_ID = 'page-state';

/** Replaces 'module' and 'modulepreload' where a page's scripts wait for its first screen. */
export const LATE = 'late';

/** On a slow line pictures take longer: the page does not wait for them. */
const LATEST_MS = 1_500;

/** A submit that waits so long for scripts is made without them. */
const LATEST_SUBMIT_MS = 20_000;

/** The id of the template with the words of a page whose scripts cannot start. */
export const CANNOT_START_ID = 'cannot-start';

/**
 * Part of each page, in syntax of 2015. The scripts of a rendered page begin once the first screen is there, or a
 * pointer, a finger or a key comes near. Presses and submits before that are kept until the page is taken over, as are
 * the keys that lead to a search. Links except those to a language are followed by the browser itself.
 *
 * Where the scripts are lost, or the browser cannot run them, the page says so and goes on as one without scripts.
 */
export const EARLY_ACTS_SCRIPT = /* @__PURE__ */ [
  // React marks the parts it has taken over: these answer at once, while the rest waits. A part that React takes over
  // because of this act gets the event as far as the element; React stops the event of other parts before.
  '(()=>{const acts=[];let late,begun,isEnded,isStarted,hear=a=>acts.push(a);',
  "const isTaken=e=>(late&&!late.has(e))||Object.keys(e).some(k=>k.startsWith('__react'));",
  'const near=(e,selector)=>e.target.closest&&e.target.closest(selector);',
  "const keep=(e,act)=>{const a=[e,act];hear(a);e.addEventListener(act,()=>{if(isTaken(e))a[1]=''},{once:true});return a};",
  "const pressed=e=>{const b=near(e,'button:not([type=submit]),[role=button]');if(b&&!isTaken(b))keep(b,'click');",
  // A language is stored before its page is opened.
  "const l=near(e,'a[hreflang]');if(l&&!isTaken(l)&&!(e.metaKey||e.ctrlKey||e.shiftKey)){e.preventDefault();keep(l,'click')}};",
  "const typed=e=>{if(!near(e,'input,textarea,select')&&(e.key==='/'||(e.key==='k'&&(e.ctrlKey||e.metaKey)))){e.preventDefault();acts.push([e.target,e])}};",
  'const sent=e=>{if(isTaken(e.target))return;e.preventDefault();',
  `const a=keep(e.target,'submit');setTimeout(()=>{if(a[1]&&!isStarted)fail()},${LATEST_SUBMIT_MS})};`,
  'const all=[["click",pressed],["submit",sent],["keydown",typed]];for(const [k,f] of all)addEventListener(k,f,true);',
  'const begin=()=>{if(begun||document.readyState==="loading")return;begun=true;',
  // A page that could not be rendered has the same scripts once more.
  `if(!document.getElementById('${PAGE_STATE_ID}'))return;`,
  // Files that cannot be loaded are not waited for.
  `for(const l of document.querySelectorAll('link[rel=${LATE}]')){l.onerror=()=>l.remove();l.rel=l.as==='style'?'stylesheet':'modulepreload'};`,
  `for(const s of document.querySelectorAll('script[type=${LATE}]')){const m=document.createElement('script');m.type='module';m.src=s.src;s.replaceWith(m)}};`,
  'for(const k of ["pointerover","pointerdown","touchstart","keydown","focusin"])addEventListener(k,begin,{capture:true,passive:true});',
  // By then the pictures of the first screen are drawn. A page that is not looked at draws none.
  'addEventListener("load",()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(begin))));',
  `addEventListener("DOMContentLoaded",()=>setTimeout(begin,${LATEST_MS}));`,
  'window.takeEarlyActs=(l,h)=>{late=new Set(l);hear=h;removeEventListener("keydown",typed,true);return acts};',
  // The page cannot start: the forms for browsers without scripts are shown, with what was typed.
  'const fail=isOld=>{if(isEnded)return;isEnded=begun=true;for(const [k,f] of all)removeEventListener(k,f,true);',
  'if(document.readyState==="loading")addEventListener("DOMContentLoaded",()=>say(isOld));else say(isOld)};',
  "const say=isOld=>{const find=s=>document.querySelector(s),root=find('#root');document.documentElement.dataset.plain='';",
  `const words=find('#${CANNOT_START_ID}').content,again=words.querySelector('button');`,
  "words.querySelector(isOld?'[data-lost]':'[data-old]').remove();again.onclick=()=>location.reload();",
  "root.removeAttribute('inert');for(const n of root.querySelectorAll('noscript'))n.outerHTML=n.textContent;",
  "if(root.firstChild)words.querySelector('nav').remove();if(root.querySelector('form[action]'))words.querySelector('form').remove();",
  "const filled=[...root.querySelectorAll('input')].find(i=>/search|text/.test(i.type)&&i.value!==i.defaultValue);",
  "document.body.prepend(words);const to=find('form[action] [name=search]');if(to&&filled)to.value=filled.value;",
  "if(to&&acts.some(([f,act])=>act==='submit'&&(f.parentElement.contains(to)||(filled&&f.contains(filled)))))to.form.submit();",
  // Other forms and buttons lead back to the words.
  "for(const k of ['click','submit'])root.addEventListener(k,e=>{",
  "if(near(e,k==='click'?'button,[role=button]':'form')&&!near(e,'form[action]')){e.preventDefault();again.focus()}})};",
  // A script that was not loaded, or one of these files that throws before the page starts.
  "const watch=e=>{const t=e.target,isLost=t.localName==='script';if(/\\/assets\\//.test(isLost?t.src:e.filename))fail(!isLost)};",
  'addEventListener("error",watch,true);',
  'window.beginPage=()=>{removeEventListener("error",watch,true);isStarted=true;return isEnded?null:fail};',
  // All browsers of the floor know container queries, those long before it do not (browserslist in package.json).
  "if(!(window.CSS&&CSS.supports&&CSS.supports('container-type','size')))fail(true)",
  '})()',
].join('');

/** An element and its act; '' once the act was answered. */
export type EarlyAct = [element: HTMLElement, act: 'click' | 'submit' | '' | KeyboardEvent];

declare global {
  interface Window {
    /** Acts so far, in order. Later calls report acts on `late` elements, which are taken over after the screen. */
    takeEarlyActs?: (late: Iterable<Element>, hear: (act: EarlyAct) => void) => EarlyAct[];
    /** @returns a function for a page that cannot start; null if the page has said so already, and may not start. */
    beginPage?: () => ((isOld?: boolean) => void) | null;
  }
}
