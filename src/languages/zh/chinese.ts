import { type HeardLanguage, pairs, plainNumbers } from '../heard-language.js'
import { words } from '../word-lists.js'

/** Chinese, which the agent only understands. Search reads pairs of neighboring characters as words (see `cutWords`). */
export const chinese: HeardLanguage = {
  code: 'zh',
  stopWords: words('哪些 有哪 都有 现在 一下 可以 什么 请问 我的 我们 里现 的所'),
  actions: {
    list: words('列出 列表 所有 全部 哪些'),
    get: words('查看 显示 查一 看看 获取 详情 资料'),
    find: words('搜索 查找 搜一 查询'),
    create: words('新增 添加 创建 新建 增加'),
    update: words('修改 更新 编辑 改成 改为'),
    delete: words('删除 删掉 移除'),
    cancel: words('取消 撤销'),
  },
  numbers: plainNumbers({ 零: 0, 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10 }),
  forbidding: /^请?(?:你)?(?:不要|别|勿|不准|不许|千万别)/u,
  questions: words('哪些 什么 有哪 多少 谁'),
  linking: words('是 叫 为 号'),
  renaming: words('为 成'),
  selfQuestions: ['我是谁'],
  bounds: { lower: words('从'), upper: words('到') },
  joints: words('和'),
  naming: words('名称 名字 叫做'),
  pointers: words('编号 号码'),
  beforeVerbs: [],
  own: [],
  determiners: [],
  countQuestions: [],
  days: {},
  weekdays: [],
  months: [],
  translations:
    pairs(`密码 password, 电话 phone, 用户 user, 客户 customer, 订单 order, 产品 product, 商品 product, 类别 category, 分类 category, 设备 equipment, 音色 voice,
    价格 price, 评论 comment, 任务 task, 项目 project, 消息 message, 账户 account, 文件 file`),
}
