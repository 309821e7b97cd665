import { lazy } from '../../toolkit/model/lazy.js'
import { type HeardLanguage, plainNumbers } from '../heard-language.js'
import { words } from '../word-lists.js'
import { chineseWords } from './nouns.js'

/**
 * The Chinese words that the agent understands. It does not speak Chinese: it answers in the language of the session.
 * Search splits Chinese text into pairs of neighboring characters (see `cutWords`).
 */
export const chinese = lazy(
  (): HeardLanguage => ({
    code: 'zh',
    stopWords: words(
      `哪些 有哪 都有 现在 一下 可以 什么 请问 我的 我们 里现 的所 帮我 给我 我想 我要 想要 我需 需要 麻烦 能不 不能 能否 请帮 请给 你好 谢谢 一个 一条
    这个 那个 那些 这些 然后 还有 有没 没有 有多 怎么 是否 你能 能帮 请把 关于`,
    ),
    actions: {
      list: words('列出 列表 所有 全部 哪些 清单 列一 罗列 有哪'),
      get: words('查看 显示 查一 看看 看一 看下 查下 获取 详情 资料 信息 打开 展示 告诉 读取 调出'),
      find: words('搜索 查找 搜一 查询 找一 寻找 找到 检索 筛选 搜下 找下'),
      create: words(
        '新增 添加 创建 新建 增加 建立 加入 录入 登记 注册 预订 预约 预定 下单 提交 发送 发布 上传 购买 保存 邀请 生成 申请 写一 发一 建一 加一 订一 开一',
      ),
      update: words(
        '修改 更新 编辑 改成 改为 更改 变更 设置 设为 设成 调整 改一 标记 换成 改名 启用 停用 禁用 移动 分配 修正',
      ),
      delete: words('删除 删掉 移除 删了 去掉 清空 清除 删一 移出'),
      cancel: words('取消 撤销 作废 撤回 退订'),
    },
    numbers: plainNumbers(
      { 零: 0, 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10 },
      { decimalMark: '.' },
    ),
    forbidding: /^请?(?:你)?(?:不要|别|勿|不准|不许|千万别)/u,
    questions: words('哪些 什么 有哪 多少 谁 哪个 哪里 几个 有几'),
    linking: words('是 叫 为 号'),
    renaming: words('为 成'),
    selfQuestions: ['我是谁', '我现在登录的是', '当前登录的是'],
    bounds: { lower: words('从'), upper: words('到') },
    joints: words('和'),
    naming: words('名称 名字 叫做 名为'),
    pointers: words('编号 号码'),
    beforeVerbs: words('请 帮我 给我 我想 我要 麻烦 请帮'),
    own: words('我的 我们'),
    determiners: [],
    countQuestions: words('多少 几个'),
    prepositions: words(''),
    ordinals: {},
    sayings: {
      greeting: '你好, 您好, 早上好, 下午好, 晚上好',
      thanks: '谢谢, 谢谢你, 多谢, 感谢',
      farewell: '再见, 拜拜, 就这样',
      help: '帮助, 你能做什么, 你会做什么, 你可以做什么',
      repeat: '再说一遍, 请再说一遍, 你说什么, 重复一遍',
      wait: '等一下, 稍等, 等等, 请稍等',
      cancel: '算了, 取消, 不用了, 停, 停止',
      yes: '是, 是的, 对, 对的, 好, 好的, 可以, 确认, 没错, 行, 同意',
      no: '不, 不是, 不要, 不用, 不行, 不对',
      correction: '不是, 不对, 我是说',
      followUp: '那, 那么, 还有',
    },
    days: {},
    weekdays: [],
    months: [],
    translations: chineseWords,
  }),
)
