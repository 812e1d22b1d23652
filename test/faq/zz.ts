import * as fc from "fast-check";
import { brokenProperty, outlineDifference } from "./_option_difference.ts";
import { compare } from "./_difference.ts";
import { anyOptions, scannedOptions } from "./_random_options.ts";
import { randomPost } from "./_random_blocks.ts";
const t=Date.now(); let n=0,bad=0,entries=0;
for (let seed=Number(process.argv[3]??1); Date.now()-t<Number(process.argv[2])*1000 && bad<4; seed++)
  fc.sample(fc.tuple(randomPost,scannedOptions,anyOptions),{numRuns:200,seed}).forEach(([h,s,a])=>{
    n++;
    const d=outlineDifference(h,s)??compare(h,s).difference??brokenProperty(h,a);
    if(d&&bad<4){bad++;console.log(d.slice(0,1500))}
  });
console.log({n,bad});
