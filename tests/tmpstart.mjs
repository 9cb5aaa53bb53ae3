import { spawn } from 'node:child_process';
import { readFileSync, mkdtempSync, cpSync, rmSync } from 'node:fs';
import { once } from 'node:events';
const [folder, times='4'] = process.argv.slice(2);
const cpu = (pid)=>{const f=readFileSync(`/proc/${pid}/stat`,'utf8').split(') ')[1].split(' ');return (Number(f[11])+Number(f[12]))*10};
let template;
async function one(data){
  const port=20000+Math.floor(Math.random()*20000);
  const t=performance.now();
  const c=spawn(process.execPath,[`${folder}/main.js`],{stdio:['ignore','ignore','inherit'],env:{...process.env,DATA_DIR:data,PORT:String(port),HOST:'127.0.0.1',LOG_LEVEL:'silent',TILE_URL:'',SEED_DEMO:'off',NODE_ENV:'development'}});
  for(;;){ if(c.exitCode!==null) throw new Error('ended'); if(await fetch(`http://127.0.0.1:${port}/api/ready`).then(a=>a.ok,()=>false)) break; await new Promise(r=>setTimeout(r,25)); }
  const ready=performance.now()-t; const used=cpu(c.pid);
  c.kill('SIGTERM'); await once(c,'exit');
  return {readyMs:Math.round(ready),cpuMs:used};
}
template=mkdtempSync('/dev/shm/tmpst-'); 
console.log('first, migrates', await one(template));
for(let i=0;i<Number(times);i++) console.log(await one(template));
rmSync(template,{recursive:true});
